/** The French of --help, by its English: descriptions, paragraphs, and what stands beside an example. */
export const HELP: Readonly<Record<string, string>> = {
  "An army against another: every unit against every unit, both ways, shooting and in melee.":
    "Une armée contre une autre : chaque unité contre chaque unité, dans les deux sens, au tir et en mêlée.",
  "an army list, catalogues (.cat), or a scenario with units":
    "une liste d’armée, des catalogues (.cat), ou un scénario avec des unités",
  "the other army (default: a standard field of seven plain targets)":
    "l’autre armée (par défaut : un panel de sept cibles simples)",
  "of catalogues: datasheets of the first army, as crible import takes them":
    "avec des catalogues : des fiches de la première armée, comme les prend crible import",
  "modifier sets on the attacks of the first army: its own, or forms that ship; + joins several":
    "jeux de modificateurs sur les attaques de la première armée : les siens, ou des formes livrées avec crible ; + en joint plusieurs",
  "the same on the attacks of the other": "de même sur les attaques de l’autre",
  "with --phase turn: how far the charge has to go (default: the distance; 1 for one that cannot fail)":
    "avec --phase turn : la longueur de la charge (par défaut : la distance ; 1 si elle ne peut échouer)",
  "at which units shoot: 6,12,24": "à laquelle les unités tirent : 6,12,24",
  "print a row for each unit and phase as CSV": "afficher en CSV une ligne par unité et phase",
  "shooting, fight, or turn: shoot, charge, fight, and be struck back (default: both phases)":
    "shooting, fight, ou turn : tirer, charger, combattre, et subir la riposte (par défaut : les deux phases)",
  "with --phase turn: who is charged fires Overwatch": "avec --phase turn : qui est chargé tire en état d’alerte",
  "with --phase turn: wounds that targets regain between shooting and fighting":
    "avec --phase turn : PV que les cibles regagnent entre le tir et le combat",
  "also write a page with a map of all pairs": "écrire aussi une page avec une carte de toutes les paires",
  "also write every report and cells.ndjson into this folder":
    "écrire aussi tous les rapports et cells.ndjson dans ce dossier",
  "with --out: go on where cells.ndjson ends": "avec --out : continuer là où cells.ndjson s’arrête",
  "loadout against loadout": "un armement contre un autre",
  "every option of a datasheet": "chaque option d’une fiche",
  "A cell is all attacks of one unit at another in one phase, solved exactly: wounds and models that are lost on average, the chance\nthat nobody is left, and of the target's points the share of its wounds. In melee the attacker has charged; in a turn 2D6 have to\nbring it within an inch of its target, which is at most 12 away. What a unit is worth\nis what it takes out of an enemy for 100 of its own points, all enemies alike. Fields of more than 10000 pairs are asked one\nway, the first at the second, and nobody is told whom to attack.":
    "Un cas est toutes les attaques d’une unité sur une autre dans une phase, résolues exactement : PV et figurines perdus en moyenne, la\nchance qu’il ne reste personne, et des points de la cible la part de ses PV. En mêlée l’attaquant a chargé ; en un tour 2D6 doivent\nl’amener à un pouce de sa cible, qui est à 12 au plus. Ce que vaut une unité\nest ce qu’elle prend à un ennemi pour 100 de ses propres points, tous les ennemis à égalité. Au-delà de 10000 paires on ne demande\nqu’un sens, la première contre la seconde, et personne n’apprend qui attaquer.",
  "Make units of an army list, or of datasheets of a catalogue.":
    "Faire des unités d’une liste d’armée, ou des fiches d’un catalogue.",
  ".rosz, .ros, or JSON of a list builder; an address with #/listforge/; BattleScribe catalogues (.cat)":
    ".rosz, .ros ou JSON d’un constructeur de listes ; une adresse avec #/listforge/ ; des catalogues BattleScribe (.cat)",
  "write the units into this YAML file, and print what was understood (default: print the YAML)":
    "écrire les unités dans ce fichier YAML, et afficher ce qui a été compris (par défaut : afficher le YAML)",
  'of catalogues: datasheets by name, with options: "Line Squad + Beam gun + 9 Trooper,Walker*" (default: all)':
    'avec des catalogues : des fiches par leur nom, avec des options : "Line Squad + Beam gun + 9 Trooper,Walker*" (par défaut : toutes)',
  "print everything as JSON": "tout afficher en JSON",
  "What is read stays here: nothing is sent anywhere. Abilities in words become fields where they always hold, and modifier sets\nwhere they depend on something; every other one is listed, and stands as a comment above its unit.":
    "Ce qui est lu reste ici : rien n’est envoyé nulle part. Les capacités en mots deviennent des champs là où elles valent toujours, et\ndes jeux de modificateurs là où elles dépendent de quelque chose ; toute autre est listée, et se trouve en commentaire au-dessus de son unité.",
  // Of commander itself.
  "Usage:": "Usage :",
  "Arguments:": "Arguments :",
  "Options:": "Options :",
  "Commands:": "Commandes :",
  "Examples:": "Exemples :",
  "display help for command": "afficher l’aide de la commande",
  "output the version number": "afficher le numéro de version",
  // Commands.
  "Balance analysis for miniature wargames: what will the dice do?":
    "Analyse d’équilibre pour jeux de figurines : que feront les dés ?",
  "Compute every experiment of a scenario, print a summary, write the reports.":
    "Calculer toutes les expériences d’un scénario, afficher un résumé, écrire les rapports.",
  "One question without a file: the needed dice and the exact distribution, at once.":
    "Une question sans fichier : les jets nécessaires et la loi exacte, aussitôt.",
  "Two modifier sets, units, experiments, orders or scenario files: what differs, and whether it matters.":
    "Deux jeux de modificateurs, unités, expériences, ordres ou fichiers : ce qui diffère, et si cela compte.",
  "What each factor is worth, alone and together: every combination of the modifier sets marked factor.":
    "Ce que vaut chaque facteur, seul et avec les autres : toutes les combinaisons des jeux marqués factor.",
  "The same experiments over a range of any number, or over words: one axis as a curve, two as a grid.":
    "Les mêmes expériences sur une plage d’un nombre, ou des mots : un axe en courbe, deux en grille.",
  "Every characteristic of the units and their weapons one up and one down, ranked by what it moves.":
    "Chaque caractéristique des unités et de leurs armes, un de plus et un de moins, classée par ce qu’elle change.",
  "The value of a path that brings a metric nearest to its target.":
    "La valeur d’un champ qui amène une mesure au plus près de sa cible.",
  "Best play of fights in which both sides order every turn, at once: what to do, and what all else loses.":
    "Le meilleur jeu de combats où les deux camps ordonnent à chaque tour, en même temps : quoi faire, et ce que coûte le reste.",
  "Who is too good: who dominates whom, who is never worth taking, circles; then ratings and match-ups.":
    "Qui est trop fort : qui domine qui, qui ne vaut jamais d’être pris, les cercles ; puis cotes et rencontres.",
  "Hold a scenario against its goals and its committed baseline; fail when balance really moved.":
    "Confronter un scénario à ses objectifs et à sa référence ; échouer quand l’équilibre a vraiment bougé.",
  "How a number comes about: modifiers, needed dice and the probability tree, rule ids beside each step.":
    "D’où vient un nombre : modificateurs, jets nécessaires et arbre de probabilités, la règle à côté de chaque étape.",
  "Play one trial of a run again: every die, the rule that asked for it, and what changed.":
    "Rejouer un essai d’un calcul : chaque dé, la règle qui le demande, et ce qui a changé.",
  "Serve the playground to this machine alone: move a number, see the odds move.":
    "Ouvrir l’atelier pour cette machine seule : bouger un nombre, voir bouger les chances.",
  "Make any report again from stored results: byte for byte what was written when they were computed.":
    "Refaire tout rapport à partir de résultats gardés : octet pour octet ce qui fut écrit au calcul.",
  "Check scenarios and say what they would compute, without computing it.":
    "Vérifier des scénarios et dire ce qu’ils calculeraient, sans le calculer.",
  "Write a commented scenario to begin with.": "Écrire un scénario commenté pour commencer.",
  "Print the JSON Schema of a ruleset's scenarios, for editors.":
    "Afficher le JSON Schema des scénarios de règles, pour les éditeurs.",
  "Play the blocks of runs that were given --queue, until it is stopped; as many of these as there are machines.":
    "Jouer les blocs des calculs lancés avec --queue, jusqu’à l’arrêt ; un par machine.",
  "Look after the queue that runs with --queue share out their blocks by.":
    "Surveiller la file par laquelle les calculs avec --queue partagent leurs blocs.",
  "Who is there: runs and workers, and how many tasks wait.":
    "Qui est là : calculs et machines, et combien de tâches attendent.",
  "Take away what runs that are gone have left behind: their tasks and results.":
    "Enlever ce qu’ont laissé les calculs partis : leurs tâches et leurs résultats.",
  "Whether the server is set as a queue needs it, and what to set.":
    "Si le serveur est réglé comme il faut à une file, et quoi régler.",
  "The reports of a run whose parts were played apart, by --shard: byte for byte those of one run.":
    "Les rapports d’un calcul joué en parts, par --shard : octet pour octet ceux d’un seul calcul.",
  // Arguments.
  "scenario files, YAML or JSON; - is standard input":
    "des fichiers de scénario, YAML ou JSON ; - est l’entrée standard",
  "scenario files; - is standard input": "des fichiers de scénario ; - est l’entrée standard",
  "scenario file; - is standard input": "un fichier de scénario ; - est l’entrée standard",
  "a scenario file, YAML or JSON; - is standard input":
    "un fichier de scénario, YAML ou JSON ; - est l’entrée standard",
  "a second scenario file; cells are matched by id":
    "un second fichier de scénario ; les cas vont ensemble par identifiant",
  "which ruleset": "quelles règles",
  "its name, the file of a game, or a scenario, whose units it then takes":
    "leur nom, le fichier d’un jeu, ou un scénario, dont elle prend alors les unités",
  "shot, volley, …": "shot, volley, …",
  "attacker=UNIT and defender=UNIT take a unit of the catalogue; any path patches it":
    "attacker=UNITÉ et defender=UNITÉ prennent une unité du catalogue ; tout chemin la modifie",
  'a scenario file; "options": the readings a designer can switch; "field": the format of scenarios':
    'un fichier de scénario ; "options" : les lectures au choix ; "field" : le format des scénarios',
  'the experiment; after "options" and "field": the ruleset': 'l’expérience ; après "options" et "field" : les règles',
  'after "field": where in a scenario, as in units.rangers.save':
    'après "field" : l’endroit d’un scénario, comme units.rangers.save',
  "the experiment; not needed where the file has one, or with --cell":
    "l’expérience ; inutile si le fichier n’en a qu’une, ou avec --cell",
  "a scenario to open in it, or the file of a game": "un scénario à y ouvrir, ou le fichier d’un jeu",
  "a folder of reports, results.json of a run, or what an analysis or a check printed with --json; - is standard input":
    "un dossier de rapports, results.json d’un calcul, ou ce qu’une analyse ou un check a donné avec --json ; - est l’entrée standard",
  "a file, or a name for one: the scenario is called after it; - prints it":
    "un fichier, ou son nom, que prend le scénario ; - l’affiche",
  "the files that --shard wrote, all of them, or folders with them":
    "les fichiers que --shard a écrits, tous, ou des dossiers qui les contiennent",
  // Options of several commands.
  "plain text (also NO_COLOR, TERM=dumb, or not a terminal)":
    "sans couleur (aussi NO_COLOR, TERM=dumb, ou hors d’un terminal)",
  "of the report: en or fr (default: the scenario's labels, else en)":
    "du rapport : en ou fr (par défaut : labels du scénario, sinon en)",
  "of what is said: en or fr": "de ce qui est dit : en ou fr",
  "change one value for this run; may be given again": "changer une valeur pour ce calcul ; peut se répéter",
  "only these experiments": "ces expériences seulement",
  "only this cell; may be given again": "ce cas seulement ; peut se répéter",
  "chance of several things in one trial: 'first.out<=1 and second.out>=3'; may be given again":
    "la chance de plusieurs choses dans un même essai : 'first.out<=1 and second.out>=3' ; peut se répéter",
  "solve exactly wherever that is possible, however long it takes":
    "résoudre exactement partout où c’est possible, quelle que soit la durée",
  "simulate, with this many trials a cell": "simuler, avec autant d’essais par cas",
  "simulate until every chance is this precise: 0.1%": "simuler jusqu’à cette précision de chaque chance : 0.1%",
  "a whole number below 2^64, or any text": "un nombre entier au-dessous de 2^64, ou un texte",
  "threads; 0 plays in this process (default: one a processor, none for what is played in a second)":
    "fils d’exécution ; 0 joue dans ce processus (par défaut : un par processeur, aucun pour ce qui se joue en une seconde)",
  "print the result as JSON": "afficher le résultat en JSON",
  "compute everything anew, and keep nothing of it (see crible cache)":
    "tout recalculer, et n’en rien garder (voir crible cache)",
  "Look after the cache: what cells came to, so that no command computes again what one has computed.":
    "S’occuper du cache : ce que les cas ont donné, pour qu’aucune commande ne recalcule ce qu’une autre a calculé.",
  "of what the cache knows, compute this share again and compare":
    "de ce que le cache connaît, recalculer cette part et comparer",
  "status, verify or clear": "status, verify ou clear",
  "is every file what was written?": "chaque fichier est-il tel qu’il a été écrit ?",
  "in another folder; off keeps nothing": "dans un autre dossier ; off ne garde rien",
  "of another size than 1 GB": "d’une autre taille que 1 Go",
  "no progress, no summary": "ni avancement, ni résumé",
  "no progress": "pas d’avancement",
  "what intervals are good for: this number of trials, or whenever you stop":
    "ce que valent les intervalles : ce nombre d’essais, ou tout arrêt",
  "what to look at: outcome=out, casualties, 'casualties>=2'; may be given again":
    "quoi regarder : outcome=out, casualties, 'casualties>=2' ; peut se répéter",
  "at the end of this turn (default: the last)": "à la fin de ce tour (par défaut : le dernier)",
  "of this side: first or second": "de ce camp : first ou second",
  "print Markdown": "afficher en Markdown",
  "also write a page with charts": "écrire aussi une page avec des graphiques",
  "also write the analysis as files into this folder, the page as report.html":
    "écrire aussi l’analyse en fichiers dans ce dossier, la page sous report.html",
  "simulate each cell on dice of its own, not in pairs on the same dice":
    "simuler chaque cas avec ses propres dés, non par paires sur les mêmes",
  "with --shard: go on with the part where it was cut off": "avec --shard : continuer la part là où elle fut coupée",
  "play this part of the blocks only, into a file for crible merge: 3/8":
    "ne jouer que cette part des blocs, dans un fichier pour crible merge : 3/8",
  "print the table as CSV": "afficher le tableau en CSV",
  "print the table as Markdown": "afficher le tableau en Markdown",
  threads: "fils d’exécution",
  "threads; 0 plays in this process": "fils d’exécution ; 0 joue dans ce processus",
  // run
  "also simulate what is exact, and compare the two": "simuler aussi ce qui est exact, et comparer les deux",
  "where the reports go (default: reports/<name of the scenario>)":
    "où vont les rapports (par défaut : reports/<nom du scénario>)",
  "write no report.html: a page takes longer than a short run":
    "ne pas écrire report.html : une page prend plus de temps qu’un court calcul",
  "also draw charts as SVG files beside summary.md, which shows them":
    "dessiner aussi des graphiques SVG à côté de summary.md, qui les montre",
  "go on from the checkpoint beside the reports; what the cache holds is gone on from without":
    "continuer depuis le point de reprise à côté des rapports ; ce que le cache contient est repris sans cela",
  "keep a checkpoint beside the reports, written so often (default: 1 where there is no cache); 0 keeps none":
    "garder un point de reprise à côté des rapports, écrit tous les … (par défaut : 1 sans cache) ; 0 n’en garde pas",
  "have the workers of this queue play the blocks: redis://… or postgres://…":
    "faire jouer les blocs par les machines de cette file : redis://… ou postgres://…",
  "with --queue: have this share of the tasks played again by another worker, and compare":
    "avec --queue : faire rejouer cette part des tâches par une autre machine, et comparer",
  "run again whenever the scenario is saved, and show the page in a browser that follows it":
    "recalculer à chaque enregistrement du scénario, la page suivant dans un navigateur",
  // odds
  "every metric; without it what the kind is asked for first":
    "toutes les mesures ; sinon ce que l’on demande d’abord au genre",
  "chance of several things at once: 'casualties>=2 and out=0'; may be given again":
    "la chance de plusieurs choses à la fois : 'casualties>=2 and out=0' ; peut se répéter",
  "a row for each value: situation.distance=6..40": "une ligne par valeur : situation.distance=6..40",
  "a column for each value; a path alone: every value it may have":
    "une colonne par valeur ; un chemin seul : toutes celles qu’il peut avoir",
  "what the table tells: outcome=out, casualties, 'casualties>=2'":
    "ce que dit le tableau : outcome=out, casualties, 'casualties>=2'",
  // compare
  "two modifier sets; + joins several: base,endurance+drone":
    "deux jeux de modificateurs ; + en joint plusieurs : base,endurance+drone",
  "two units in the attacker's place (of a fight: of the first side), or two of its line-ups: medics+marines":
    "deux unités à la place de l’attaquant (d’un combat : du premier camp), ou deux de ses compositions : medics+marines",
  "the same in the defender's place (of a fight: of the second side)":
    "de même à la place du défenseur (d’un combat : du second camp)",
  "two experiments: cells are matched by sets, and by units where several meet":
    "deux expériences : les cas vont ensemble par jeux, et par unités s’il y en a plusieurs",
  "two values of anything that --set takes: first.order=aimed,move":
    "deux valeurs de tout ce que prend --set : first.order=aimed,move",
  "differences up to this do not matter: 1pp of chances, 2% or 0.1 of means; may be given again":
    "jusqu’à cela une différence ne compte pas : 1pp d’une chance, 2% ou 0.1 d’une moyenne ; peut se répéter",
  "print the differences as CSV": "afficher les différences en CSV",
  "Exact on both sides, the difference is a fraction. Simulated on both, each trial plays both sides on the same dice; the\ndifference has 95 % limits, and a verdict: higher or lower beyond the margin, no meaningful difference, or undecided,\nwith the trials that would decide it. --precision bounds half of the limits of the difference.":
    "Exacte des deux côtés, la différence est une fraction. Simulés, les deux côtés jouent chaque essai sur les mêmes dés ; la\ndifférence a des limites à 95 % et un verdict : plus ou moins au-delà de la marge, pas de différence notable, ou indécis,\navec les essais qui décideraient. --precision borne la moitié des limites de la différence.",
  // effects, sensitivity, solve, play, rank
  "these modifier sets, marked or not": "ces jeux de modificateurs, marqués ou non",
  "do not play whole fights for what each factor is worth in points":
    "ne pas jouer de combats entiers pour ce que vaut chaque facteur en points",
  "of sets: do not play whole fights for what they are worth in points":
    "de jeux : ne pas jouer de combats entiers pour ce qu’ils valent en points",
  "print the effects as CSV": "afficher les effets en CSV",
  "2..7, 2..7/0.5, 6,12,24 or aimed,move; may be given twice":
    "2..7, 2..7/0.5, 6,12,24 ou aimed,move ; deux fois au plus",
  "A path is what --set takes: attacker.save, defender.models, situation.distance, rules.…, options.…, units.NAME.save,\nweapons.NAME.shots, experiments.NAME.…, and of a fight first.order, second.units.0.models, first.targeting, …":
    "Un chemin est ce que prend --set : attacker.save, defender.models, situation.distance, rules.…, options.…,\nunits.NOM.save, weapons.NOM.shots, experiments.NOM.…, et d’un combat first.order, second.units.0.models, first.targeting, …",
  "what may change, and between what: defender.save=2..7": "ce qui peut changer, et entre quoi : defender.save=2..7",
  "outcome=out=20%, winner.first=50%, casualties=3.5, 'casualties>=2=50%'":
    "outcome=out=20%, winner.first=50%, casualties=3.5, 'casualties>=2=50%'",
  "instead: kills and survival for points, even prices of whole fights, exchange ratios of single exchanges":
    "plutôt : pertes et survie par points, prix équilibrés de combats entiers, taux d’échange de passes isolées",
  "print what was tried as CSV": "afficher ce qui fut essayé en CSV",
  "Up to 40 values are all tried; of more, a coarse grid, then those around the target as long as the metric rises or\nfalls throughout.":
    "Jusqu’à 40 valeurs, toutes sont essayées ; au-delà, une grille, puis celles autour de la cible tant que la mesure ne fait\nque monter ou descendre.",
  "only these orders are given; first=aimed,move for one side; may be given again":
    "seuls ces ordres sont donnés ; first=aimed,move pour un camp ; peut se répéter",
  "print the policies as CSV: the shares of orders in every state":
    "afficher les politiques en CSV : les parts des ordres dans chaque état",
  "A fight that is solved over counts (one unit of like soldiers on each side; where charges are in reach, up to four soldiers\ntogether, who may charge: move+charge, manoeuvre+charge) is solved backwards from its last turn: in every state both sides choose at once, knowing who is ready. A win is 1, a draw 1/2. What the file orders is\nonly what best play is held against. A policy (play.csv) can be given to a side of any engagement as its policy.":
    "Un combat résolu par effectifs (une unité de soldats semblables par camp ; où l’on peut charger, quatre soldats en tout au\nplus, qui peuvent charger : move+charge, manoeuvre+charge) est résolu à rebours depuis son dernier tour : dans chaque état les\ndeux camps choisissent en même temps, sachant qui est valide. Une victoire vaut 1, une égalité 1/2. Les ordres du fichier ne\nsont que ce à quoi le meilleur jeu est comparé. Une politique (play.csv) se donne à un camp de tout engagement.",
  "fights: what either side spends (default: what the file says, else what the dearest side costs as written)":
    "combats : ce que dépense chaque camp (par défaut : ce que dit le fichier, sinon le prix du camp le plus cher)",
  "fights: as many models as the file says, not as many as equal points buy":
    "combats : l’effectif du fichier, et non celui qu’achètent des points égaux",
  "prices that make the field even: whole points, the smallest change first, played again":
    "des prix qui équilibrent le plateau : points entiers, le moindre changement d’abord, rejoués",
  "with --even: characteristics to change instead, until every match-up is even: save,models":
    "avec --even : les caractéristiques à changer plutôt, jusqu’à des rencontres équilibrées : save,models",
  "with --even: by how much a unit, or with --change a match-up, may be off a half (default: 5%)":
    "avec --even : de combien une unité, ou avec --change une rencontre, peut s’écarter de la moitié (par défaut : 5%)",
  "A field is an experiment of whole fights whose two sides list the same three units or more; where a pair met in both seats\nboth count. Where units have points they meet at equal points: as many whole models of each as the points of a side buy; what\nwas done is said first. A draw is half a win. What is simulated is said only where no noise could turn it. Of other experiments those who\nattack are ranked, or the modifier sets of the only one: by the points that 100 of their own take out, where all have\npoints, else by what sums up the kind, or by --metric.":
    "Un plateau est une expérience de combats entiers dont les deux camps listent les mêmes unités, trois au moins ; une paire\nqui s’est rencontrée aux deux places compte deux fois. Avec des points, on se rencontre à points égaux : autant de figurines\nentières qu’en achètent les points d’un camp ; ce qui fut fait est dit d’abord. Une égalité est une demi-victoire. Ce qui est\nsimulé n’est dit que si le hasard n’y change rien. Des autres expériences on classe qui attaque, ou les jeux de modificateurs\ndu seul : par les points que sortent 100 des siens si tous en ont, sinon par ce qui résume le genre, ou par --metric.",
  // check
  "the baseline (default: NAME.baseline.yaml or balance.baseline.yaml beside the scenario)":
    "la référence (par défaut : NOM.baseline.yaml ou balance.baseline.yaml à côté du scénario)",
  "check the goals alone": "ne vérifier que les objectifs",
  "compare independent runs, though the baseline has sums of blocks; with --update: keep none":
    "comparer des calculs indépendants, même si la référence a des sommes par bloc ; avec --update : n’en pas garder",
  "write the baseline, and say what that accepts": "écrire la référence, et dire ce que cela accepte",
  "with --update: measure slow drift from here on": "avec --update : mesurer d’ici la dérive lente",
  "what may move: 1pp of chances, 2% of means, PATTERN:0.5pp; may be given again":
    "ce qui peut bouger : 1pp d’une chance, 2% d’une moyenne, MOTIF:0.5pp ; peut se répéter",
  "exit 4 when something stays inconclusive": "code 4 si quelque chose reste indécis",
  "of each simulated cell, at most": "par cas simulé, au plus",
  "change one value for this check; may be given again": "changer une valeur pour cette vérification ; peut se répéter",
  "write the check as Markdown, for a comment": "écrire la vérification en Markdown, pour un commentaire",
  "write a page with charts": "écrire une page avec des graphiques",
  "write the check as JUnit XML": "écrire la vérification en JUnit XML",
  "print the check as JSON": "afficher la vérification en JSON",
  "write balance.baseline.yaml; commit it": "écrit balance.baseline.yaml, à versionner",
  "in CI, or before a commit": "en intégration continue, ou avant de versionner",
  "would this edit pass?": "ce changement passerait-il ?",
  "On GitHub the check also writes annotations and the step summary. See docs/ci.md.":
    "Sur GitHub, la vérification écrit aussi des annotations et le résumé de l’étape. Voir docs/ci.md.",
  // explain, replay, report
  'of a game of your own: its rules as a sheet; after "field": the whole format as Markdown':
    'd’un jeu à soi : ses règles sur une feuille ; après "field" : le format entier en Markdown',
  "a game of your own: its rules as a sheet; with a rule's id, that rule":
    "un jeu à soi : ses règles sur une feuille ; avec l’identifiant d’une règle, celle-ci",
  "what may stand there, and what it means": "ce qui peut y être, et ce que cela veut dire",
  "a kind: what it takes, what it counts": "un genre : ce qu’il prend, ce qu’il compte",
  "rules, options and fields that a word is about": "règles, options et champs dont parle un mot",
  "a rule, or an assumption that a result names": "une règle, ou une hypothèse qu’un résultat nomme",
  "which trial of the run, counted from 1 (default: 1)": "quel essai du calcul, à partir de 1 (par défaut : 1)",
  "a trial at this percentile of the cell's main metric, 0 to 100":
    "un essai à ce centile de la mesure principale du cas, 0 à 100",
  "trials of the run (default: the scenario's, or 1000000)":
    "essais du calcul (par défaut : ceux du scénario, ou 1000000)",
  "threads that look for a percentile; 0 plays in this process":
    "fils d’exécution qui cherchent un centile ; 0 joue dans ce processus",
  "print the telling as JSON": "afficher le récit en JSON",
  "write the reports into this folder": "écrire les rapports dans ce dossier",
  "of terminal, markdown, csv, ndjson, parquet, json, html, charts; without --out one of them, printed":
    "parmi terminal, markdown, csv, ndjson, parquet, json, html, charts ; sans --out un seul, affiché",
  "do not say what was written": "ne pas dire ce qui fut écrit",
  "every file of it is checked to be of one run": "chaque fichier est vérifié, d’un même calcul",
  // validate, init, schema, playground
  "print the cells as JSON": "afficher les cas en JSON",
  "every file's errors, not only the first one's": "les erreurs de chaque fichier, pas du premier seul",
  "writes border.game.yaml and border.yaml": "écrit border.game.yaml et border.yaml",
  "a game of your own instead, in one file, with a scenario that asks it":
    "plutôt un jeu à vous, en un fichier, avec un scénario qui l’interroge",
  "for which ruleset": "pour quelles règles",
  "of its comments and titles: en or fr": "de ses commentaires et de ses titres : en ou fr",
  'writes street-fight.yaml, titled "Street fight"': 'écrit street-fight.yaml, qui s’intitule "Street fight"',
  "The first line of a scenario tells an editor where it is:\n  # yaml-language-server: $schema=metropolis.schema.json":
    "La première ligne d’un scénario dit à un éditeur où il est :\n  # yaml-language-server: $schema=metropolis.schema.json",
  "the port; one that is free unless given": "le port ; sinon un port libre",
  "opens the scenario, to be changed and asked": "ouvre le scénario, à changer et à interroger",
  // worker, queue, merge
  "redis://host:6379 or postgres://user@host/database (default: CRIBLE_QUEUE)":
    "redis://hôte:6379 ou postgres://nom@hôte/base (par défaut : CRIBLE_QUEUE)",
  "redis://… or postgres://… (default: CRIBLE_QUEUE)": "redis://… ou postgres://… (par défaut : CRIBLE_QUEUE)",
  "after so long without a sign of life its task is given to another":
    "après ce temps sans signe de vie, sa tâche va à une autre machine",
  "say nothing": "ne rien dire",
  "The password comes from CRIBLE_QUEUE_PASSWORD, from the file that CRIBLE_QUEUE_PASSWORD_FILE names, or from the address in\nCRIBLE_QUEUE; never from the command line.":
    "Le mot de passe vient de CRIBLE_QUEUE_PASSWORD, du fichier que nomme CRIBLE_QUEUE_PASSWORD_FILE, ou de l’adresse dans\nCRIBLE_QUEUE ; jamais de la ligne de commande.",
  "print it as JSON": "l’afficher en JSON",
  "of runs that are at work too: they send their tasks again":
    "aussi des calculs en cours : ils renvoient leurs tâches",
  "where the reports go (default: as of the command that was shared out)":
    "où vont les rapports (par défaut : comme pour la commande partagée)",
  "threads for what a merge plays itself: the repeated blocks of --verify":
    "fils d’exécution pour ce que merge joue lui-même : les blocs rejoués par --verify",
  "print an analysis as Markdown": "afficher une analyse en Markdown",
  "print an analysis as CSV": "afficher une analyse en CSV",
  "also write the page of an analysis there": "y écrire aussi la page d’une analyse",
  "of a run: write no report.html": "d’un calcul : ne pas écrire report.html",
  "of a run: also draw charts as SVG files": "d’un calcul : dessiner aussi des graphiques SVG",
  "The scenario is read again, where the parts were made from it: run this where its path leads to it.":
    "Le scénario est relu là où les parts en ont été faites : à lancer où son chemin y mène.",
  "every part in a folder": "toutes les parts d’un dossier",
  "Exit codes: 0 ok, 1 a check failed, 2 usage, 3 bad input, 4 inconclusive under --strict, 5 runtime,\n130 interrupted, 143 terminated.":
    "Codes de sortie : 0 bien, 1 vérification échouée, 2 usage, 3 entrée fautive, 4 indécis sous --strict, 5 exécution,\n130 interrompu, 143 terminé.",
  "Print what a shell needs to complete the commands, flags and names of crible.":
    "Afficher ce qu’il faut à un shell pour compléter les commandes, options et noms de crible.",
  "bash, zsh, fish or powershell": "bash, zsh, fish ou powershell",
  "where fpath has ~/.zfunc before compinit": "avec ~/.zfunc dans fpath avant compinit",
};
