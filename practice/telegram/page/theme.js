"use strict";

// Light or dark theme: the system's, until the user chooses the other. Runs before anything is drawn.

(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = recall();

  function recall() {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage may be blocked
    }
  }

  function remember() {
    try {
      if (chosen) localStorage.setItem("theme", chosen);
      else localStorage.removeItem("theme");
    } catch {
      // then the choice lasts until the page is closed
    }
  }

  const systems = () => (system.matches ? "dark" : "light");
  const current = () => chosen ?? systems();
  const other = () => (current() === "dark" ? "light" : "dark");

  function apply() {
    document.documentElement.dataset.theme = current();
  }

  function choose() {
    chosen = other() === systems() ? null : other();
    remember();
    apply();
  }

  apply();
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => document.getElementById("theme").addEventListener("click", choose));
})();
