/** The French of what an analysis cannot do, by its English; `{}` is what is told there. */
export const FRENCH: Readonly<Record<string, string>> = {
  'a precision is a text such as "0.1%", or a map; got {}':
    'une précision est un texte comme "0.1%", ou un bloc de clés ; trouvé : {}',
  "a precision names at least one target": "une précision donne au moins un but",
  "say which: { relative: {} } of the mean, or { absolute: {} } of every probability":
    "dire laquelle : { relative: {} } de la moyenne, ou { absolute: {} } de chaque probabilité",
  "expected { relative: 2% } or { absolute: 1% }, got {}":
    "attendu : { relative: 2% } ou { absolute: 1% }, trouvé : {}",
  "expected { relative: 2% } or { absolute: 1% }": "attendu : { relative: 2% } ou { absolute: 1% }",
  'unknown key "{}": expected relative or absolute': 'clé inconnue "{}" : relative ou absolute est attendu',
  "a decimal number has a point: write {}": "un nombre décimal a un point : écrire {}",
  'expected a number followed by % or pp, such as 0.5%; got "{}"':
    'un nombre suivi de % ou pp est attendu, comme 0.5% ; trouvé : "{}"',
  'expected a number followed by {}, such as 0.5{}; got "{}"':
    'un nombre suivi de {} est attendu, comme 0.5{} ; trouvé : "{}"',
  'must lie between 0 and 50 {}, both excluded; got "{}"':
    'doit être entre 0 et 50 {}, sans les atteindre ; trouvé : "{}"',
  nothing: "rien",
  "a list": "une liste",
  "yes or no": "oui ou non",
  "something else": "autre chose",
  "{}: {}": "{} : {}",
  "--even: points buy no models here": "--even : les points n’achètent pas de figurines ici",
  "give every unit models and points, or say --points": "donner à chaque unité models et points, ou --points",
  "{} points buy no {}: one costs {}": "{} points n’achètent aucun {} : un seul coûte {}",
  "--even: of several units nobody knows which is too dear":
    "--even : de plusieurs unités, on ne sait pas laquelle est trop chère",
  "--even: the sides have {} and {} points": "--even : les camps ont {} et {} points",
  "--even: this side has no points to spend": "--even : ce camp n’a pas de points à dépenser",
  '--margin: no {} is called "{}"; * stands for any text':
    '--margin : aucun nom ({}) ne va avec "{}" ; * vaut pour tout texte',
  '"{}" is no margin: write 1pp (of chances), 2% (of means, relative) or 0.1 (of means)':
    '"{}" n’est pas une marge : écrire 1pp (sur des chances), 2% (sur des moyennes, relative) ou 0.1 (sur des moyennes)',
  '"{}" is no metric: write outcome=out, outcome=down+out, casualties, casualties>=2 or casualties@6.second':
    '"{}" n’est pas une mesure : écrire outcome=out, outcome=down+out, casualties, casualties>=2 ou casualties@6.second',
  '"{}" is no target: write outcome=out=20%, winner.first=50% or casualties=3.5':
    '"{}" n’est pas un but : écrire outcome=out=20%, winner.first=50% ou casualties=3.5',
  '"{}": a chance lies between 0 % and 100 %; write {}=50%': '"{}" : une chance est entre 0 % et 100 % ; écrire {}=50%',
  '"{}": {} is a mean, no chance; say of what: {}>=2={}':
    '"{}" : {} est une moyenne, pas une chance ; dire de quoi : {}>=2={}',
  "a chance cannot be {}": "une chance ne peut pas être {}",
  "a chance lies between 0 % and 100 %": "une chance est entre 0 % et 100 %",
  "a name is like {}; * stands for any text": "un nom est comme {} ; * vaut pour tout texte",
  "a percentile": "un centile",
  "a share of a run has a number of trials to share: give --trials; --precision and --guarantee anytime look at the whole":
    "une part d’un calcul partage un nombre d’essais : donner --trials ; --precision et --guarantee anytime regardent le tout",
  "a trial is a whole number from 1": "un essai est un nombre entier à partir de 1",
  "add points: 200 to both sides": "ajouter points: 200 aux deux camps",
  "add value: for a chance": "ajouter value: pour une chance",
  "add value: {} or another of {}": "ajouter value: {} ou un autre de {}",
  "both runs of {} are of seed {}: they share their dice and cannot be compared; run one with another seed":
    "les deux calculs de {} ont la graine {} : ils partagent leurs dés et ne se comparent pas ; en refaire un avec une autre graine",
  "cannot compare games: {} is of {}, {} of {}": "des jeux différents ne se comparent pas : {} est de {}, {} de {}",
  "compare takes two results of run: compare(await run(study), await run(other), settings)":
    "compare prend deux résultats de run : compare(await run(study), await run(other), settings)",
  "did you mean {}?": "vouliez-vous dire {} ?",
  "give both as many": "en donner autant aux deux",
  "give the side one unit: [a, b, c]": "donner au camp une seule unité : [a, b, c]",
  "has no turns": "n’a pas de tours",
  "interrupted while looking for the trial": "interrompu pendant la recherche de l’essai",
  "is measured at turns {} to {}": "se mesure aux tours {} à {}",
  "known: {}": "il y a : {}",
  "no cell of this scenario can be computed": "aucun cas de ce scénario ne peut être calculé",
  "no metric {} in its cells": "pas de mesure {} dans ses cas",
  "none was tried": "aucune n’a été essayée",
  "precision: {}": "précision : {}",
  "ranked: {}": "classées : {}",
  "the mean of {} is a number, not a share": "la moyenne de {} est un nombre, pas une part",
  "the metric {}": "la mesure {}",
  "the side {}": "le camp {}",
  "the value {}": "la valeur {}",
  'there is no cell "{}"': 'aucun cas ne s’appelle "{}"',
  "there is no trial {}: the run has {}, counted from 1":
    "il n’y a pas d’essai {} : le calcul en a {}, comptés à partir de 1",
  "this goal matches nothing: the rules forbid what its cells ask":
    "cet objectif ne va avec rien : les règles interdisent ce que ses cas demandent",
  "this goal matches nothing: {} is not ranked: {}": "cet objectif ne va avec rien : {} n’est pas classé : {}",
  "this goal matches nothing: {}": "cet objectif ne va avec rien : {}",
  "track: {} matches nothing": "track : {} ne va avec rien",
  "turn {}": "le tour {}",
  "write {}% for per cent": "écrire {}% pour des pour cent",
  "{} has no factors: its only modifier set is base": "{} n’a pas de facteurs : son seul jeu de modificateurs est base",
  "{} has no sides": "{} n’a pas de camps",
  "{} has words for values, so it has no mean": "{} a des mots pour valeurs, donc pas de moyenne",
  "{} has {} factors, more than {}: choose with --factors a,b":
    "{} a {} facteurs, plus que {} : en choisir avec --factors a,b",
  "{} is a number from {} to {}": "{} est un nombre de {} à {}",
  "{} is as large as {}: it can be compared over {} trials in pairs at most":
    "{} va jusqu’à {} : cela se compare par paires sur {} essais au plus",
  "{} is never {}": "{} n’est jamais {}",
  "{} {}": "{} {}",
  "{}: no cell has {}": "{} : aucun cas n’a {}",
  "{}: no value of {} gives a number: {}": "{} : aucune valeur de {} ne donne un nombre : {}",
  "{}: the combination {} is missing; effects need with: all":
    "{} : il manque la combinaison {} ; les effets demandent with: all",
  "{}: {} has words, so say which: {}={}": "{} : {} a des mots pour valeurs, dire lequel : {}={}",
  "{}: {} was played in pairs for other measures: name this one when it is run":
    "{} : {} a été joué par paires pour d’autres mesures : nommer celle-ci au calcul",
  "the baseline holds the conflict markers of a merge": "la référence contient les marques d’un conflit de fusion",
  "it is no part of this run: {}": "ce n’est pas une part de ce calcul : {}",
  "leave it out": "ne pas la donner",
  "line {} is damaged": "la ligne {} est abîmée",
  "mend it: {} --resume": "la réparer : {} --resume",
  "part {} of {} is missing": "il manque la part {} sur {}",
  "make it: {}": "la faire : {}",
  "it is a part of another run: {}": "c’est une part d’un autre calcul : {}",
  "merge where the parts were made": "réunir là où les parts ont été faites",
  "it was cut off: of {} blocks {} to {} are missing": "elle est incomplète : de {}, il manque les blocs {} à {}",
  "go on with it: {} --resume": "la continuer : {} --resume",
  "{} of {} count otherwise than in {}: the same blocks must give the same numbers":
    "{} de {} comptent autrement que dans {} : les mêmes blocs doivent donner les mêmes nombres",
  "one of the machines is at fault; play the part again, and leave out the file that differs: {}":
    "l’une des machines est en faute ; rejouer la part, et ne pas donner le fichier qui diffère : {}",
  "begin anew: give the command without --resume": "recommencer : donner la commande sans --resume",
  "it holds no run": "il ne contient pas de calcul",
  "its first line is damaged": "sa première ligne est abîmée",
  "its first line is not what crible writes": "sa première ligne n’est pas ce qu’écrit crible",
  "its format is {}, of a newer crible; this one reads {}":
    "son format est {}, d’un crible plus récent ; celui-ci lit {}",
  "update it: npm install --save-dev crible@latest": "le mettre à jour : npm install --save-dev crible@latest",
  "it is of: {}": "elle est de : {}",
  "it is one of {} parts, not of {}": "c’est une de {} parts, et non de {}",
  "its command is {}, not {}": "sa commande est {}, et non {}",
  "its engine": "son moteur",
  "its scenario": "son scénario",
  "its seed": "sa graine",
  "its stream": "son flux",
  "{} is {}, not {}": "{} est {}, et non {}",
  "use that one": "l’utiliser",
  "the block sums are no JSON: they were edited": "les sommes par bloc ne sont pas du JSON : elles ont été modifiées",
  "the block sums are not those that were written: edited":
    "les sommes par bloc ne sont pas celles qui ont été écrites : modifiées",
  "the block sums are of another baseline": "les sommes par bloc sont d’une autre référence",
  "the block sums are of another scenario, seed or stream than the baseline":
    "les sommes par bloc sont d’un autre scénario, d’une autre graine ou d’un autre flux que la référence",
  "the block sums have format {}, of a newer crible": "les sommes par bloc ont le format {}, d’un crible plus récent",
  "the block sums have no format: they were edited":
    "les sommes par bloc n’ont pas de format : elles ont été modifiées",
  "the block sums hold the conflict markers of a merge":
    "les sommes par bloc contiennent les marques de conflit d’une fusion",
  "trials must be a whole number from {}, found {}: it was edited":
    "trials doit être un nombre entier à partir de {}, trouvé : {} : c’est modifié",
  "write it anew: {}; or check without it: --no-pairs": "l’écrire de nouveau : {} ; ou vérifier sans : --no-pairs",
  "{} counts {} in {} trials: it was edited": "{} compte {} en {} essais : c’est modifié",
  "{} must have {} whole numbers: it was edited": "{} doit avoir {} nombres entiers : c’est modifié",
};
