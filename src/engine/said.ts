/** Why tasks cannot be played, in both languages. */
import { sayer } from "../rulesets/said.ts";

export const said = sayer({
  "a worker could not be loaded": "un fil de calcul n’a pas pu être chargé",
  "block {}": "le bloc {}",
  "blocks {} to {}": "les blocs {} à {}",
  "the pairs of {}": "les paires de {}",
  "the run was stopped": "le calcul a été arrêté",
  "the worker threads could not start: {}": "les fils de calcul n’ont pas pu démarrer : {}",
  "the worker {} is missing: run npm run build": "le programme des fils de calcul, {}, manque : lancer npm run build",
  "the workers were stopped": "les fils de calcul ont été arrêtés",
  "{} could not be solved: {}": "{} n’a pas pu être résolu : {}",
  "{} of {} could not be played: {}\nplay them again, in one process, with: {}{} --workers 0":
    "jouer {} de {} a échoué : {}\nà rejouer, dans un seul processus, avec : {}{} --workers 0",
});
