/** The French of what the command line cannot take, by its English; `{}` is what is told there. */
export const FRENCH: Readonly<Record<string, string>> = {
  "nothing is kept in {}: {}": "rien n’est gardé dans {} : {}",
  "{} files of {} were damaged: what they held was computed again":
    "{} fichiers de {} étaient abîmés : ce qu’ils contenaient a été recalculé",
  "CRIBLE_CACHE_SIZE: a size such as 500MB or 2GB is expected":
    "CRIBLE_CACHE_SIZE : une taille comme 500MB ou 2GB est attendue",
  "{}: status, verify or clear is expected": "{} : status, verify ou clear est attendu",
  "nothing is kept: CRIBLE_CACHE says so, or there is no folder for it":
    "rien n’est gardé : CRIBLE_CACHE le dit, ou aucun dossier ne s’y prête",
  "removed {} files, {} MB, of {}": "supprimé : {} fichiers, {} Mo, de {}",
  "{}: {} files, {} of {} MB": "{} : {} fichiers, {} sur {} Mo",
  "{} is not what was written: it is removed, and what it held computed when it is asked for":
    "{} n’est pas ce qui a été écrit : il est supprimé, et son contenu sera recalculé quand il sera demandé",
  "the cache held what {} does not come to: it is emptied, and everything is computed anew":
    "le cache contenait ce que {} ne donne pas : il est vidé, et tout est recalculé",
  "what was played is kept: the same command goes on from there":
    "ce qui a été joué est gardé : la même commande continue de là",
  "; not reached: {} and {} others": " ; pas atteints : {} et {} autres",
  "every file is what was written": "chaque fichier est tel qu’il a été écrit",
  "{} has more than the {} MiB that a scenario may have: take fewer datasheets by --units":
    "{} dépasse les {} Mio qu’un scénario peut avoir : prendre moins de fiches avec --units",
  "up to {} distances in inches are expected, such as 6,12,24":
    "jusqu’à {} distances en pouces sont attendues, par exemple 6,12,24",
  "--resume goes with --out": "--resume va avec --out",
  "shooting, fight or turn is expected": "shooting, fight ou turn est attendu",
  "--charge, --overwatch and --regain go with --phase turn": "--charge, --overwatch et --regain vont avec --phase turn",
  "a whole number up to 999 is expected": "un nombre entier jusqu’à 999 est attendu",
  "nobody is left to meet": "il ne reste personne pour se rencontrer",
  "of more than {} pairs --out writes the cells, as they come": "au-delà de {} paires --out écrit les cas à mesure",
  "armies of {} and of {} do not meet": "des armées de {} et de {} ne se rencontrent pas",
  "left out, without toughness, save or wounds: {}": "laissées de côté, sans endurance, sauvegarde ou PV : {}",
  "{} is of other armies, distances or another version: leave --resume out to write it anew":
    "{} est d’autres armées, d’autres distances ou d’une autre version : omettre --resume pour l’écrire à neuf",
  "Made by crible import of {}. Build on it with extends: or edit it.":
    "Fait par crible import de {}. À étendre (extends:) ou à modifier.",
  "{} units ({} points), {} weapons, {} modifier sets": "{} unités ({} points), {} armes, {} jeux de modificateurs",
  "{} abilities in words, {} of them about attacks: {} understood ({} %), {} left out, all or in part":
    "{} capacités en mots, dont {} sur les attaques : {} comprises ({} %), {} laissées de côté, en tout ou en partie",
  "{} ({}): {} models{}": "{} ({}) : {} figurines{}",
  ", {} points": ", {} points",
  "  may lead {}: write leader: {} into the unit that it joins":
    "  peut mener {} : écrire leader: {} dans l’unité qu’il rejoint",
  "  offers {}": "  propose {}",
  "  cannot be read: {}: {}": "  illisible : {} : {}",
  "  not understood: {}: {}": "  pas compris : {} : {}",
  "  of no attack: {}: {}": "  sans attaque : {} : {}",
  "--anchor goes with --update": "--anchor va avec --update",
  '--cell: there is no cell "{}"': '--cell : aucun cas ne s’appelle "{}"',
  "such as {} and {}": "par exemple {} et {}",
  "it is of another share of the blocks": "il est d’une autre part des blocs",
  "it is of: {}": "il est de : {}",
  "there are {}": "il y a {}",
  "the folder {} has no part: --shard writes part-NAME-1-of-2.ndjson":
    "le dossier {} n’a pas de part : --shard écrit part-NOM-1-of-2.ndjson",
  "--by, --metric, --markdown and --csv belong to a table: --table situation.distance=6..40":
    "--by, --metric, --markdown et --csv vont avec un tableau : --table situation.distance=6..40",
  "--change goes with --even": "--change va avec --even",
  "--change models and --points exclude each other: points buy models":
    "--change models et --points s’excluent : les points achètent les figurines",
  "--even prices fights, and this is none": "--even met des prix dans des combats, et ceci n’en est pas un",
  "--exact and --trials or --precision exclude each other: the latter ask for a simulation":
    "--exact exclut --trials et --precision, qui demandent une simulation",
  "--experiments says which experiments; leave out --only":
    "--experiments dit quelles expériences ; ne pas donner --only",
  "--factors takes different names: --factors endurance,drone":
    "--factors prend des noms différents : --factors endurance,drone",
  "--joint asks of one cell, not of a --table": "--joint porte sur un cas, pas sur un tableau (--table)",
  "--orders speaks of one side at a time: --orders first=aimed --orders second=move":
    "--orders parle d’un camp à la fois : --orders first=aimed --orders second=move",
  "--orders takes different orders: --orders aimed,manoeuvre or --orders first=aimed":
    "--orders prend des ordres différents : --orders aimed,manoeuvre ou --orders first=aimed",
  "--out takes one scenario at a time": "--out prend un scénario à la fois",
  "--path takes two values: --path first.order=aimed,move": "--path prend deux valeurs : --path first.order=aimed,move",
  "--points and --as-written exclude each other": "--points et --as-written s’excluent",
  "--points asks for no --path and no --target": "--points ne demande ni --path ni --target",
  '--port is a number, not "{}"': '--port est un nombre, pas "{}"',
  "--recheck is of runs with --queue; here --verify plays blocks again":
    "--recheck va avec --queue ; ici --verify rejoue des blocs",
  "--resume goes on with a part: give its --shard too": "--resume continue une part : donner aussi son --shard",
  "--side is first or second": "--side est first ou second",
  "--table and --by are both {}": "--table et --by sont tous deux {}",
  "--trial and --percentile exclude each other: each says which trial":
    "--trial et --percentile s’excluent : chacun dit quel essai",
  "--turn and --side need a --metric": "--turn et --side demandent --metric",
  "--turn takes a whole number from 1": "--turn prend un nombre entier à partir de 1",
  "--update needs a baseline to write": "--update demande une référence à écrire",
  "--update writes what the file says: put the change there":
    "--update écrit ce que dit le fichier : y mettre le changement",
  "--watch begins anew whenever the scenario changes: --resume has no part in it":
    "--watch recommence dès que le scénario change : --resume n’y a pas de place",
  "--watch shows the page that --no-html leaves out": "--watch montre la page que --no-html laisse de côté",
  "--watch takes one scenario file": "--watch prend un seul fichier de scénario",
  "--within goes with --even": "--within va avec --even",
  "--{} has no part in the reports of crible {}": "--{} n’a pas de place dans les rapports de crible {}",
  "1 to 3600 seconds are expected": "1 à 3600 secondes sont attendues",
  '"{}" is no part of a question': '"{}" ne fait pas partie d’une question',
  '"{}" is not path=value': '"{}" n’est pas chemin=valeur',
  '"{}" is one word too many; a path follows "field RULESET"':
    '"{}" est un mot de trop ; un chemin suit "field RÈGLES"',
  "a number of seconds is expected; 0 keeps no checkpoint":
    "un nombre de secondes est attendu ; 0 ne garde pas de point de reprise",
  "a number of threads from 0 (this process) to 256 is expected":
    "un nombre de fils de 0 (ce processus) à 256 est attendu",
  "a part has no report: give --{} to crible merge": "une part n’a pas de rapport : donner --{} à crible merge",
  "a part of the whole is expected: 3/8 is the third of eight, at most of {}":
    "une part du tout est attendue : 3/8 est la troisième de huit, de {} au plus",
  "a password on the command line is read by everybody on this machine: put the address into CRIBLE_QUEUE, or the password into CRIBLE_QUEUE_PASSWORD or a file that CRIBLE_QUEUE_PASSWORD_FILE names":
    "un mot de passe sur la ligne de commande est lu par tous sur cette machine : mettre l’adresse dans CRIBLE_QUEUE, ou le mot de passe dans CRIBLE_QUEUE_PASSWORD ou dans un fichier que CRIBLE_QUEUE_PASSWORD_FILE nomme",
  "a percentile is a number from 0 to 100": "un centile est un nombre de 0 à 100",
  "a replay is of one cell; choose it with --cell:\n{}": "on rejoue un seul cas ; le choisir avec --cell :\n{}",
  "a scenario": "un scénario",
  "a scenario from standard input needs --baseline FILE, or --no-baseline":
    "un scénario lu sur l’entrée standard demande --baseline FICHIER, ou --no-baseline",
  "a share above 0 % and below 50 % is expected, such as 5%":
    "une part supérieure à 0 % et inférieure à 50 % est attendue, comme 5%",
  "a share such as 1% is expected": "une part comme 1% est attendue",
  "a trial is a whole number, from 1 to the trials of the run":
    "un essai est un nombre entier, de 1 au nombre d’essais du calcul",
  "a whole number from 1 to 1e10 is expected; to stop at a precision use --precision 0.1%":
    "un nombre entier de 1 à 1e10 est attendu ; pour s’arrêter à une précision, prendre --precision 0.1%",
  "cannot compare games: {} is of {}, {} of {}": "des jeux différents ne se comparent pas : {} est de {}, {} de {}",
  "crible {} has no parts: {}": "crible {} n’a pas de parts : {}",
  "crible {} has no report of the format {}": "crible {} n’a pas de rapport au format {}",
  "give it as crible wrote it": "le donner tel que crible l’a écrit",
  "give two files of one ruleset": "donner deux fichiers des mêmes règles",
  "it decides as it goes how many trials each number takes; share out crible run with --trials, which shows the goals":
    "le nombre d’essais se décide en route ; partager crible run avec --trials, qui montre les objectifs",
  "it decides as it goes how many trials each pair takes; share out crible run with --trials over the same units":
    "le nombre d’essais de chaque paire se décide en route ; partager crible run avec --trials sur les mêmes unités",
  "it is not the one that {} lists: another run's, or edited":
    "ce n’est pas celui que {} nomme : il est d’un autre calcul, ou modifié",
  "it lists no stored result": "il ne nomme aucun résultat gardé",
  "it plays nothing that could be shared out": "rien de ce qui s’y joue ne se partage",
  "known: {}": "il y a : {}",
  "name a file: results.json, or what an analysis stored":
    "nommer un fichier : results.json, ou ce qu’une analyse a gardé",
  "name a ruleset and a path: crible explain field alpha-omega units.rangers.save":
    "nommer des règles et un chemin : crible explain field alpha-omega units.rangers.save",
  "name another: --baseline {}; where the scenario was renamed, delete this one first":
    "en nommer une autre : --baseline {} ; si le scénario a changé de nom, supprimer d’abord celle-ci",
  'no rule is called "{}"': 'aucune règle ne s’appelle "{}"',
  "no run is shared out by {}": "{} ne partage aucun calcul",
  "nothing stands below it": "il n’y a rien dessous",
  "one format is printed; several are written with --out DIR":
    "un seul format s’affiche ; plusieurs s’écrivent avec --out DOSSIER",
  "points above 0 are expected, such as 200": "un nombre de points supérieur à 0 est attendu, comme 200",
  "reports are written in {}": "les rapports s’écrivent en {}",
  "say what may change and what it should reach: --path defender.save=2..7 --target outcome=out=20%":
    "dire ce qui peut changer et le but à atteindre : --path defender.save=2..7 --target outcome=out=20%",
  "say what to compare: another file, --sets a,b, --attackers a,b, --defenders a,b, --experiments a,b or --path first.order=aimed,move":
    "dire ce qu’il faut comparer : un autre fichier, --sets a,b, --attackers a,b, --defenders a,b, --experiments a,b ou --path first.order=aimed,move",
  "say what to sweep: --sweep defender.save=2..7": "dire ce qu’il faut balayer : --sweep defender.save=2..7",
  "say where the queue is: --queue redis://host:6379 or postgres://user@host/database, or CRIBLE_QUEUE":
    "dire où est la file : --queue redis://hôte:6379 ou postgres://utilisateur@hôte/base, ou CRIBLE_QUEUE",
  that: "cela",
  "the experiment is named twice: as an argument and by --only":
    "l’expérience est nommée deux fois : comme argument et par --only",
  "the file of CRIBLE_QUEUE_PASSWORD_FILE cannot be read: {}":
    "le fichier de CRIBLE_QUEUE_PASSWORD_FILE ne peut pas être lu : {}",
  "the playground is not built: run npm run playground":
    "le bac à sable n’est pas construit : lancer npm run playground",
  "the port {} is taken": "le port {} est pris",
  "the ruleset {} is not built yet": "les règles {} ne sont pas encore construites",
  "the run of {} wrote it, and it is gone": "le calcul de {} l’a écrit, et il n’y est plus",
  "--no-baseline checks goals alone; write one and commit it with: {}":
    "--no-baseline ne vérifie que les objectifs ; en écrire une et la valider avec : {}",
  "there is no baseline; a check never writes one by itself":
    "il n’y a pas de référence ; une vérification n’en écrit jamais d’elle-même",
  "there is no cell to play": "il n’y a pas de cas à jouer",
  "there is no fight here to be solved": "il n’y a pas ici de combat à résoudre",
  "there is no folder {}: make it first, or choose another place":
    "il n’y a pas de dossier {} : le créer d’abord, ou choisir un autre endroit",
  'there is no format "{}"': 'aucun format ne s’appelle "{}"',
  "there is no queue on {}//: it is redis://, rediss:// (TLS) or postgres://":
    "il n’y a pas de file sur {}// : c’est redis://, rediss:// (TLS) ou postgres://",
  'there is no ruleset "{}" (built: {})': 'aucune règle ne s’appelle "{}" (il y a : {})',
  'there is no ruleset "{}" that is built (known: {})': 'aucune règle construite ne s’appelle "{}" (il y a : {})',
  'the game has no rule "{}"': 'le jeu n’a pas de règle "{}"',
  'there is no ruleset "{}"': 'aucune règle ne s’appelle "{}"',
  "there is no {}: {} has no {}": "il n’y a pas de {} : {} n’a pas de {}",
  "there is nothing to check: no baseline was asked for, and the scenario has no goals":
    "il n’y a rien à vérifier : aucune référence n’est demandée, et le scénario n’a pas d’objectifs",
  "there is nothing to compute": "il n’y a rien à calculer",
  "this folder has no manifest of a run": "ce dossier n’a pas de manifeste d’un calcul",
  "this is no whole result of crible {}: something in it is missing or of another kind":
    "ce n’est pas un résultat entier de crible {} : il y manque quelque chose, ou c’est d’un autre genre",
  "this is not the {} that {} beside it lists: files of two runs stand in this folder, or it was edited":
    "ce n’est pas le {} que {} nomme à côté : ce dossier mêle deux calculs, ou il a été modifié",
  "this is the baseline of {}, not of {}": "c’est la référence de {}, pas de {}",
  "two files are compared whole; --{} takes one file":
    "deux fichiers se comparent entiers ; --{} prend un seul fichier",
  "up to {} characteristics are expected, such as save,models":
    "jusqu’à {} caractéristiques sont attendues, comme save,models",
  "use a kind with a winner": "prendre un genre qui a un vainqueur",
  "what it asks next depends on the last answer; share out crible run with --trials for each plan in question":
    "la question suivante dépend de la dernière réponse ; partager crible run avec --trials pour chaque plan en question",
  "what it asks next depends on the last answer; share out crible sweep with --trials over the values in question":
    "la question suivante dépend de la dernière réponse ; partager crible sweep avec --trials sur les valeurs en question",
  "write attacker.{} or defender.{}": "écrire attacker.{} ou defender.{}",
  "write first.{} or second.{}": "écrire first.{} ou second.{}",
  "write situation.{}": "écrire situation.{}",
  "write them anew: {}": "les écrire de nouveau : {}",
  'a game\'s name is of small letters, digits and hyphens, found "{}"':
    'le nom d’un jeu est fait de minuscules, de chiffres et de traits d’union, trouvé : "{}"',
  "{} exists already; choose another name": "{} existe déjà ; choisir un autre nom",
  '{} has no kind "{}"': '{} n’a pas de genre "{}"',
  "{} is at work: --force drains all the same, and it sends its tasks again":
    "{} est au travail : --force vide tout de même la file, et il renverra ses tâches",
  "{} is no address of a queue: redis://host:6379 or postgres://user@host/database is expected":
    "{} n’est pas l’adresse d’une file : redis://hôte:6379 ou postgres://utilisateur@hôte/base est attendu",
  "{} looks at the whole run, so it has no parts: give --trials, or have a queue share it out with --queue":
    "{} regarde tout le calcul, qui n’a donc pas de parts : donner --trials, ou laisser une file le partager avec --queue",
  "{} takes two different names: {} a,b": "{} prend deux noms différents : {} a,b",
  "{} goes after the command: {}": "{} vient après la commande : {}",
  "unknown option '{}'": "option inconnue '{}'",
  "unknown command '{}'": "commande inconnue '{}'",
  "missing required argument '{}'": "il manque l’argument '{}'",
  "option '{}' argument missing": "il manque la valeur de l’option '{}'",
  "option '{}' argument is empty": "la valeur de l’option '{}' est vide",
  "names are expected, with commas between them: a,b": "des noms sont attendus, séparés par des virgules : a,b",
  "option '{}' argument '{}' is invalid. {}": "l’option '{}' a la valeur '{}', qui ne convient pas : {}",
  "allowed choices are {}": "à choisir : {}",
  "too many arguments: {} expected, {} given": "trop d’arguments : au plus {}, et {} sont donnés",
  "this is the checkpoint of another run: {}": "c’est le point de reprise d’un autre calcul : {}",
  "that run was: {}; without --resume this one begins anew":
    "ce calcul-là était : {} ; sans --resume, celui-ci recommence",
  "standard output": "la sortie standard",
  "cannot write {}: {}": "impossible d’écrire {} : {}",
  "permission denied": "permission refusée",
  "not permitted": "non permis",
  "the file system is read-only": "le système de fichiers est en lecture seule",
  '"{}" has no points, so nobody knows what they buy': '"{}" n’a pas de points : on ne sait pas ce qu’ils achètent',
  "give it points: under units:": "lui donner points: sous units:",
  'no side is made of "{}"': 'aucun camp ne se compose de "{}"',
  "no space left on the device": "il n’y a plus de place sur le disque",
  "the disk quota is used up": "le quota de disque est épuisé",
  "part of the path is not a folder": "une partie du chemin n’est pas un dossier",
  "a file of that name is in the way": "un fichier de ce nom est déjà là",
  "there is no such folder and it cannot be made": "ce dossier n’existe pas et ne peut être créé",
  "a folder of that name is in the way": "un dossier de ce nom est déjà là",
  "computing into": "calcule vers",
  "keeping a checkpoint in": "tient un point de reprise dans",
  "writing into": "écrit dans",
  "another process": "un autre processus",
  "process {}": "le processus {}",
  "{} is {} {}; if that is not so, delete {}": "{} {} {} ; si ce n’est pas le cas, supprimer {}",
  "the folder that this command was given in is gone": "le dossier où cette commande a été donnée n’existe plus",
  "This is a fault of crible; please report it with the command you gave.":
    "C’est une erreur de crible ; merci de la signaler avec la commande donnée.",
  "the step summary": "le résumé de l’étape",
  "written anew: nothing that stood there is taken over, nor its anchor":
    "écrite à neuf : rien de ce qui s’y trouvait n’est repris, ni son ancre",
  "interrupted: the baseline is as it was": "interrompu : la référence est inchangée",
  "wrote {} and {}": "écrit : {} et {}",
  "wrote {}": "écrit : {}",
  "removed {}: the new baseline has no sums of blocks":
    "supprimé : {} ; la nouvelle référence n’a pas de sommes de blocs",
  "there is no {} to go on from: the run begins anew": "il n’y a pas de {} d’où continuer : le calcul recommence",
  "{}: line {} is damaged; what it held is played again":
    "{} : la ligne {} est abîmée ; ce qu’elle contenait est rejoué",
  "no checkpoint is kept: {}": "aucun point de reprise n’est gardé : {}",
  "{} of {} trials ({})": "{} essais sur {} ({})",
  "going on from {}": "on continue à partir de {}",
  "{} holds {}, but the run begins anew: --resume goes on from there":
    "{} contient {}, mais le calcul recommence : --resume continue de là",
  "interrupted: what follows rests on what was complete": "interrompu : ce qui suit repose sur ce qui était complet",
  "removed {} of the run that was there before": "supprimé : {}, du calcul qui était là avant",
  "some blocks could not be played: the reports hold all the rest, marked partial":
    "des blocs n’ont pas pu être joués : les rapports contiennent tout le reste, marqué comme partiel",
  "; not reached: {}": " ; non atteint : {}",
  "interrupted: no report was written, for those of {} cells take long. Run it whole with: {}{}":
    "interrompu : aucun rapport n’a été écrit, car ceux de {} cellules sont longs à écrire. Pour le calcul entier : {}{}",
  "interrupted while the reports were written: not all of {} is of this run. Run it whole with: {}{}":
    "interrompu pendant l’écriture des rapports : {} n’est pas tout entier de ce calcul. Pour le calcul entier : {}{}",
  "interrupted: the reports hold what was complete{}. Run it whole with: {}{}":
    "interrompu : les rapports contiennent ce qui était complet{}. À calculer en entier avec : {}{}",
  "blocks that were played again did not count the same: please report this as a bug":
    "des blocs rejoués n’ont pas donné le même compte : merci de signaler cette erreur",
  "the simulation disagrees with the exact answer: please report this as a bug":
    "la simulation contredit la réponse exacte : merci de signaler cette erreur",
  "1 goal is not met: crible check {} fails on that": "1 objectif n’est pas atteint : crible check {} échoue là-dessus",
  "{} goals are not met: crible check {} fails on that":
    "{} objectifs ne sont pas atteints : crible check {} échoue là-dessus",
  "waiting for {}, which writes into {}": "en attente : {} écrit dans {}",
  "wrote {}. Compute it with: crible run {}": "écrit : {}. À calculer avec : crible run {}",
  "this machine alone can open it; Ctrl-C ends": "seule cette machine peut l’ouvrir ; Ctrl-C arrête",
  "interrupted while looking for the trial": "interrompu pendant la recherche de l’essai",
  "{} holds what was complete. Go on from there with: {} --resume":
    "{} contient ce qui était complet. Pour continuer de là : {} --resume",
  "part {} of {} is played; the reports of all: crible merge {}":
    "la part {} de {} est jouée ; les rapports du tout : crible merge {}",
  "the page: {}": "la page : {}",
  "waiting for the next save; Ctrl-C ends": "en attente du prochain enregistrement ; Ctrl-C arrête",
  "{}; try other values: --path {}=…": "{} ; essayer d’autres valeurs : --path {}=…",
  "a result is lost, and its task goes back: {}": "un résultat est perdu, et sa tâche retourne dans la file : {}",
  "no worker is there: the run waits for one": "aucun ouvrier n’est là : le calcul en attend un",
  "worker {}: {} threads, {} tasks": "ouvrier {} : {} fils, {} tâches",
  "{}, {} trials a second": "{}, {} essais par seconde",
  "{}, {} left for it alone": "{}, encore {} à lui seul",
  "worker {}: {} threads, waiting for runs on {}; Ctrl-C stops it, and its tasks go to another":
    "ouvrier {} : {} fils, en attente de calculs sur {} ; Ctrl-C l’arrête, et ses tâches vont à un autre",
  "this worker is of engine {}, the run that waits on {} of {} (crible {}, stream {}): give both the same version":
    "cet ouvrier a le moteur {}, le calcul qui attend sur {} a {} (crible {}, flux {}) : donner la même version aux deux",
  "worker {} has played {} tasks": "ouvrier {} : {} tâches jouées",
  "worker {} is refused: it is of engine {} (crible {}), this run of {}":
    "l’ouvrier {} est refusé : il a le moteur {} (crible {}), ce calcul a {}",
  "no two cells can be compared: they are of other units or other modifier sets":
    "aucun cas n’a son pendant : ni les mêmes unités, ni les mêmes modificateurs",
  "no worker is there yet; start one on any machine: crible worker --queue {}":
    "aucun ouvrier n’est encore là ; en lancer un sur une machine quelconque : crible worker --queue {}",
  "a queue on {} needs two packages more: npm install bullmq {}":
    "une file sur {} demande deux paquets de plus : npm install bullmq {}",
  "the queue {} is out of reach: {}": "la file {} est hors d’atteinte : {}",
  "the queue has not worked for {} s: {}": "la file ne marche plus depuis {} s : {}",
  "the queue {} cannot be used: {}": "la file {} ne peut pas servir : {}",
  "the queue {} cannot be used:\n{}": "la file {} ne peut pas servir :\n{}",
  "  {} is {}: {}": "  {} vaut {} : {}",
  "the password comes from CRIBLE_QUEUE_PASSWORD, CRIBLE_QUEUE_PASSWORD_FILE or the address in CRIBLE_QUEUE":
    "le mot de passe vient de CRIBLE_QUEUE_PASSWORD, de CRIBLE_QUEUE_PASSWORD_FILE ou de l’adresse dans CRIBLE_QUEUE",
  "npm install bullmq with ioredis or pg": "npm install bullmq avec ioredis ou pg",
  "NODE_EXTRA_CA_CERTS names the file with a certificate of your own":
    "NODE_EXTRA_CA_CERTS nomme le fichier d’un certificat à soi",
  "add ?sslmode=verify-full to the address": "ajouter ?sslmode=verify-full à l’adresse",
  "leave sslmode out of the address: this server has no TLS": "retirer sslmode de l’adresse : ce serveur n’a pas TLS",
  "a server with TLS is rediss://": "un serveur avec TLS s’écrit rediss://",
  "a server without TLS is redis://": "un serveur sans TLS s’écrit redis://",
  "use Redis 6.2 or later": "prendre Redis 6.2 ou plus récent",
  "give the address of the primary: a replica takes no tasks":
    "donner l’adresse du serveur principal : un réplica ne prend pas de tâches",
  "CONFIG SET maxmemory-policy noeviction: any other throws tasks away when memory is short":
    "CONFIG SET maxmemory-policy noeviction : toute autre jette des tâches quand la mémoire manque",
  "{} used, no limit": "{} utilisés, sans limite",
  "{} of {} used": "{} utilisés sur {}",
  "give it 64 MB more: what does not fit is refused, and tried again":
    "lui donner 64 Mo de plus : ce qui n’y tient pas est refusé, et retenté",
  yes: "oui",
  no: "non",
  "CONFIG SET appendonly yes: without, a restart loses the tasks under way, which runs then send again":
    "CONFIG SET appendonly yes : sans cela, un redémarrage perd les tâches en cours, que les calculs renvoient ensuite",
  "use PostgreSQL 14 or later": "prendre PostgreSQL 14 ou plus récent",
  replica: "réplica",
  primary: "principal",
  "{} is there": "{} est là",
  "{} will be made": "{} sera créé",
  missing: "absent",
  "have a user who may CREATE in this database give crible queue doctor once, and grant this one what docs/queue.md says":
    "faire lancer une fois crible queue doctor par un utilisateur qui a le droit CREATE dans cette base, et accorder à celui-ci ce que dit docs/queue.md",
  "{} of {} in use": "{} sur {} en service",
  "raise max_connections: a worker takes up to twenty": "augmenter max_connections : un ouvrier en prend jusqu’à vingt",
  "switch it on: without, a power cut may ruin the database":
    "l’activer : sans lui, une coupure de courant peut ruiner la base",
  "without it a crash loses the last tasks, which runs then send again":
    "sans lui, un plantage perd les dernières tâches, que les calculs renvoient ensuite",
  ", of another engine: {}": ", d’un autre moteur : {}",
  "run {}: {}{}": "calcul {} : {}{}",
  "worker {}: {} threads, {} tasks, {} trials a second{}": "ouvrier {} : {} fils, {} tâches, {} essais par seconde{}",
  " of engine {}": " du moteur {}",
  "tasks{}: {} waiting, {} being played, {} given up": "tâches{} : {} en attente, {} en cours, {} abandonnées",
  "no worker is there: crible worker --queue {}": "aucun ouvrier n’est là : crible worker --queue {}",
  "took away {} tasks, and the results of {} runs": "{} tâches retirées, et les résultats de {} calculs",
  good: "bon",
  poor: "moyen",
  bad: "mauvais",
  ": {}": " : {}",
  "a task of two seconds bears it; a server nearer by is better":
    "une tâche de deux secondes le supporte ; un serveur plus proche vaut mieux",
  "{}: an even price of each of {} fights by itself takes about {} of one core; which unit of the field is too good, and prices at which all are even together: crible rank {} --only {} --even":
    "{} : un prix équilibré pour chacun des {} combats pris seul prend environ {} d’un cœur ; quelle unité du champ est trop bonne, et des prix qui les équilibrent toutes ensemble : crible rank {} --only {} --even",
  "a shell is expected: bash, zsh, fish or powershell": "un shell est attendu : bash, zsh, fish ou powershell",
};
