/** The French of what a stored result cannot be, by its English; `{}` is what is told there. */
export const FRENCH: Readonly<Record<string, string>> = {
  "a later version of crible wrote it: use that one": "une version ultérieure de crible l’a écrit : l’utiliser",
  "a list": "une liste",
  "a map": "un bloc de clés",
  "a number": "un nombre",
  "a number in it is too large": "un nombre y est trop grand",
  "a text": "un texte",
  "a whole number": "un nombre entier",
  "give it as crible wrote it": "le donner comme crible l’a écrit",
  "give results.json of crible run, or what an analysis printed with --json":
    "donner results.json de crible run, ou ce qu’une analyse a donné avec --json",
  it: "il",
  "it does not have the shape of a result: {}": "il n’a pas la forme d’un résultat : {}",
  "it has no digest of what it says (sum)": "il n’a pas d’empreinte de ce qu’il dit (sum)",
  "it is empty": "il est vide",
  "it names no ruleset": "il ne nomme pas de règles",
  "its digest (sum) is of other data": "son empreinte (sum) est celle d’autres données",
  "its format is {}; this version of crible reads format {}":
    "son format est {} ; cette version de crible lit le format {}",
  "its format is {}; {} is expected": "son format est {} ; {} est attendu",
  "its ruleset is no name": "ses règles ne sont pas un nom",
  missing: "absent",
  none: "aucun",
  nothing: "rien",
  "one of {}": "parmi {}",
  "the goal for {}": "l’objectif pour {}",
  "there is no report of {}": "il n’y a pas de rapport de {}",
  "there is no ruleset {}": "il n’y a pas de règles {}",
  "this is no result of crible": "ce n’est pas un résultat de crible",
  "this is not JSON: {}": "ce n’est pas du JSON : {}",
  "true or false": "true ou false",
  "{} cannot be {}": "{} ne peut pas être {}",
  "{} is too big": "{} est trop grand",
  "{} is too small": "{} est trop petit",
  "{} is {}, not {}: the file was edited": "{} est {}, et non {} : le fichier a été modifié",
  "{} must be {}": "{} doit être {}",
  "{} must be {}, found {}": "{} doit être {}, trouvé : {}",
  "{} of {}": "{} de {}",
  "{} = {}: {} of {} trials are not a chance of {}: the file was edited":
    "{} = {} : {} essais sur {} ne font pas une chance de {} : le fichier a été modifié",
  "{}: its chances add up to {}, not to 1: the file was edited":
    "{} : ses chances font {}, et non 1 : le fichier a été modifié",
  "{}: its counts add up to {}, not to the {} trials: the file was edited":
    "{} : ses nombres font {}, et non les {} essais : le fichier a été modifié",
  "{}: its fractions are none: the file was edited": "{} : ses fractions n’en sont pas : le fichier a été modifié",
  "{}: its {} is {}, where its outcomes give {}: the file was edited":
    "{} : {} y est {}, ses issues donnent {} : le fichier a été modifié",
  "{}: its {} is {}, where the cell has {}: the file was edited":
    "{} : {} y est {}, le cas a {} : le fichier a été modifié",
  "{}: the file was edited": "{} : le fichier a été modifié",
  "{}: {} is no whole number: the file was edited": "{} : {} n’est pas un nombre entier : le fichier a été modifié",
  "{}: {} kills for 100 points are not {} points for a kill: the file was edited":
    "{} : {} pertes pour 100 points ne font pas {} points par perte : le fichier a été modifié",
};
