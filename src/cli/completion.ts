/** Words that a shell offers while a command is typed, from the tree of commands itself. */

import type { Command } from "commander";
import { rulesetNames } from "../rulesets/index.ts";
import { languages } from "../rulesets/languages.ts";
import { hinted, said } from "../rulesets/said.ts";
import { suggested } from "../scenario/nearest.ts";
import { UsageError } from "./exit.ts";
import { withSpokenLanguage } from "./options.ts";
import { print } from "./streams.ts";

interface Flag {
  readonly name: string;
  readonly says: string;
  readonly takes: boolean;
  /** What it takes, where that is one of a few words. */
  readonly values: readonly string[];
}

interface CommandWords {
  /** Words before it: "", "run", "queue status". */
  readonly path: string;
  readonly says: string;
  readonly flags: readonly Flag[];
  /** What may come next, each with what it is for; files where there is none. */
  readonly words: readonly (readonly [string, string])[];
}

/** A command and all below it, root first. */
function wordsBelow(command: Command, rulesets: readonly string[], before: readonly string[] = []): CommandWords[] {
  const path = before.join(" ");
  const help = command.createHelp();
  const flags = help.visibleOptions(command).map((option) => ({
    name: option.long ?? option.short!,
    says: option.description,
    takes: option.required || option.optional,
    values: option.long === "--lang" ? languages() : option.long === "--ruleset" ? rulesets : (option.argChoices ?? []),
  }));
  const below = command.commands.map((sub) => [sub.name(), sub.description()] as const);
  const [first] = command.registeredArguments;
  const names = first?.argChoices ?? (first?.name() === "ruleset" ? rulesets : []);
  const words = [...below, ...names.map((name) => [name, ""] as const)];
  return [
    { path, says: command.description(), flags, words },
    ...command.commands.flatMap((sub) => wordsBelow(sub, rulesets, [...before, sub.name()])),
  ];
}

/** A word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const firstSentence = (text: string): string => text.split(/(?<=[.:;])\s|\n/)[0]!.replace(/[.:;]$/, "");

/** A branch for each command, and for each flag that takes one of a few words: how bash and zsh look at what is typed. */
const branches = (tree: readonly CommandWords[], branch: (typed: CommandWords) => string): string =>
  tree.map((typed) => `    ${quoted(typed.path)}) ${branch(typed)} ;;`).join("\n");
const valueBranches = (tree: readonly CommandWords[], branch: (values: readonly string[]) => string): string =>
  tree
    .flatMap(({ path, flags }) =>
      flags.flatMap(({ name, values }) =>
        values.length === 0 ? [] : `    ${quoted(`${path} ${name}`)}) ${branch(values)}; return ;;`,
      ),
    )
    .join("\n");
const known = (tree: readonly CommandWords[]): string =>
  tree.flatMap(({ path }) => (path === "" ? [] : quoted(path.includes(" ") ? path : ` ${path}`))).join("|");
const namesOf = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(" ");

const SCRIPTS = {
  bash: (tree) => `# crible in bash: crible completion bash > ~/.local/share/bash-completion/completions/crible
_crible() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command='' flags='' words='' typed
  for typed in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $typed" in ${known(tree)}) command="\${command:+$command }$typed" ;; esac
  done
  case "$command" in
${branches(tree, ({ flags, words }) => `flags=${quoted(namesOf(flags))} words=${quoted(words.map(([name]) => name).join(" "))}`)}
  esac
  case "$command $before" in
${valueBranches(tree, (values) => `COMPREPLY=($(compgen -W ${quoted(values.join(" "))} -- "$word"))`)}
  esac
  case "$word" in -*) words=$flags ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _crible crible
`,
  zsh: (tree) => `#compdef crible
# crible in zsh: crible completion zsh > ~/.zfunc/_crible, where fpath has ~/.zfunc before compinit
_crible() {
  local command='' typed
  local -a flags names
  for typed in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $typed" in ${known(tree)}) command="\${command:+$command }$typed" ;; esac
  done
  case "$command" in
${branches(
  tree,
  ({ flags, words }) =>
    `flags=(${flags.map(({ name, says }) => quoted(`${name}:${firstSentence(says)}`)).join(" ")}) names=(${words.map(([name, says]) => quoted(says === "" ? name : `${name}:${firstSentence(says)}`)).join(" ")})`,
)}
  esac
  case "$command \${words[CURRENT-1]}" in
${valueBranches(tree, (values) => `compadd -- ${values.map(quoted).join(" ")}`)}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then _describe -o flag flags; return; fi
  (( \${#names} )) && _describe word names
  _files
}
if [[ "\${funcstack[1]}" == _crible ]]; then _crible "$@"; elif (( \${+functions[compdef]} )); then compdef _crible crible; fi
`,
  fish: (tree) => {
    const within = (path: string) =>
      path === ""
        ? "__fish_use_subcommand"
        : path
            .split(" ")
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join("; and ");
    const lines = tree.flatMap(({ path, flags, words }) => [
      ...words.map(
        ([name, says]) =>
          `complete -c crible -n ${quoted(within(path))} -a ${quoted(name)} -d ${quoted(firstSentence(says))}`,
      ),
      ...flags.map(
        ({ name, says, takes, values }) =>
          `complete -c crible -n ${quoted(within(path))} -l ${name.slice(2)}${values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : takes ? " -r" : ""} -d ${quoted(firstSentence(says))}`,
      ),
    ]);
    return `# crible in fish: crible completion fish > ~/.config/fish/completions/crible.fish
complete -c crible -n __fish_use_subcommand -f
${lines.join("\n")}\n`;
  },
  powershell: (tree) => {
    const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
    const list = (values: readonly string[]) => `@(${values.map(text).join(", ")})`;
    const table = tree.map(
      ({ path, flags, words }) =>
        `    ${text(path)} = @{ flags = ${list(flags.map(({ name }) => name))}; words = ${list(words.map(([name]) => name))} }`,
    );
    const values = tree.flatMap(({ path, flags }) =>
      flags.flatMap((flag) =>
        flag.values.length === 0 ? [] : `    ${text(`${path} ${flag.name}`)} = ${list(flag.values)}`,
      ),
    );
    return `# crible in PowerShell: crible completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName crible -ScriptBlock {
  param($word, $line, $at)
  $tree = @{
${table.join("\n")}
  }
  $values = @{
${values.join("\n")}
  }
  $command = ''
  $before = ''
  foreach ($part in ($line.CommandElements | Select-Object -Skip 1)) {
    if ($part.Extent.EndOffset -ge $at) { break }
    $before = $part.Extent.Text
    $longer = ("$command $before").Trim()
    if ($tree.ContainsKey($longer)) { $command = $longer }
  }
  $offered = $values["$command $before"]
  if ($null -eq $offered) { $offered = if ($word -like '-*') { $tree[$command].flags } else { $tree[$command].words } }
  $offered | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;
  },
} satisfies Record<string, (tree: readonly CommandWords[]) => string>;
const SHELLS = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];

export function addCompletion(program: Command): void {
  const command = withSpokenLanguage(program.command("completion"));
  command
    .description("Print what a shell needs to complete the commands, flags and names of crible.")
    .addArgument(command.createArgument("<shell>", "bash, zsh, fish or powershell"))
    .addHelpText(
      "after",
      `
Examples:
  crible completion bash > ~/.local/share/bash-completion/completions/crible
  crible completion zsh > ~/.zfunc/_crible             where fpath has ~/.zfunc before compinit
  crible completion fish > ~/.config/fish/completions/crible.fish
  crible completion powershell >> $PROFILE`,
    )
    .action(async (given: string) => {
      const shell = SHELLS.find((name) => name === given);
      if (shell === undefined)
        throw new UsageError(
          hinted(said`a shell is expected: bash, zsh, fish or powershell`, suggested(given, SHELLS)),
        );
      await print(SCRIPTS[shell](wordsBelow(program, rulesetNames())));
    });
}
