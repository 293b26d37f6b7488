// Completions of a command: the bot's commands, their usages, and the ids of memories.

let commands = []; // { command, description }
let usages = []; // { start, rest, description }: "/memory show ", "<number>", "every version of a memory"
let memories = []; // as in the memories panel

export function knowCommands(known) {
  commands = known;
}

// Takes lines such as "/memory show <number>: every version of a memory".
export function knowUsages(lines) {
  usages = lines.map((line) => {
    const [form, description] = line.split(/: (.*)/);
    const [start, ...rest] = form.split(/(?=<)/);
    return { start, rest: rest.join(""), description };
  });
}

export function knowMemories(known) {
  memories = known;
}

// Returns { text, label, hint } for each suggestion: the text for the field, and what the list shows.
export function suggestions(typed) {
  if (!/^\/[^\n]*$/.test(typed)) return [];
  return typed.includes(" ") ? [...fittingUsages(typed), ...fittingMemories(typed)] : fittingCommands(typed);
}

// Returns whether a text is complete: a command, or a usage without further arguments.
export function isWhole(typed) {
  const forms = [...commands.map(({ command }) => `/${command}`), ...usages.map(({ start, rest }) => start + rest)];
  return forms.includes(typed);
}

// Returns whether a command needs an argument, such as "/search <words>".
export function needsWords(command) {
  return usages.some(({ start, rest }) => start === `/${command} ` && rest);
}

function fittingCommands(typed) {
  return commands
    .filter(({ command }) => `/${command}`.startsWith(typed.toLowerCase()))
    .map(({ command, description }) => {
      const more = usages.some(({ start }) => start.startsWith(`/${command} `));
      return { text: `/${command}${more ? " " : ""}`, label: `/${command}`, hint: description };
    });
}

function fittingUsages(typed) {
  return usages
    .filter(({ start }) => start.startsWith(typed) && start.length > typed.length)
    .map(({ start, rest, description }) => ({ text: start, label: start + rest, hint: description }));
}

function fittingMemories(typed) {
  const usage = usages.find(({ start, rest }) => rest.startsWith("<number>") && typed.startsWith(start));
  if (!usage) return [];
  const more = usage.rest === "<number>" ? "" : " ";
  const deleted = usage.start.includes(" restore ");
  return memories
    .filter((memory) => Boolean(memory.deleted_at) === deleted || usage.start.includes(" show "))
    .filter((memory) => fits(memory, typed.slice(usage.start.length)))
    .map((memory) => ({ text: usage.start + memory.id + more, label: memory.content, hint: memory.category }));
}

// Returns whether what was typed begins a memory's id, or is a part of its text.
function fits(memory, typed) {
  return memory.id.startsWith(typed) || memory.content.toLowerCase().includes(typed.toLowerCase());
}
