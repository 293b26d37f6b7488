// Light or dark: the system's, until the user chooses the other. Runs before anything is drawn.

const system = matchMedia("(prefers-color-scheme: dark)");
const systems = () => (system.matches ? "dark" : "light");
let chosen = recall();

function recall() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage may be blocked
  }
}

function apply() {
  document.documentElement.dataset.theme = chosen ?? systems();
}

function otherTheme() {
  return (chosen ?? systems()) === "dark" ? "light" : "dark";
}

export function switchTheme() {
  chosen = otherTheme() === systems() ? null : otherTheme();
  try {
    if (chosen) localStorage.setItem("theme", chosen);
    else localStorage.removeItem("theme");
  } catch {
    // then the choice lasts until the page is closed
  }
  apply();
}

apply();
system.addEventListener("change", apply);
