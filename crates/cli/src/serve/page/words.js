// The words of the page, in two languages.

import english from './english.js';
import russian from './russian.js';

const LANGUAGES = { en: english, ru: russian };

let language = chosen();

// The language that was chosen here before, else the browser's.
function chosen() {
  const kept = remembered();
  if (kept in LANGUAGES) return kept;
  return navigator.languages.map(name => name.slice(0, 2)).find(name => name in LANGUAGES) ?? 'en';
}

// Storage may be forbidden.
function remembered() {
  try {
    return localStorage.getItem('language') ?? '';
  } catch {
    return '';
  }
}

// The language to ask in, of those that have to be named.
export const lang = () => (language === 'en' ? undefined : language);

export function choose(name) {
  language = name;
  try {
    localStorage.setItem('language', name);
  } catch { /* then it is chosen for now */ }
}

// The words of a key; some take values.
export function t(key, ...values) {
  const words = LANGUAGES[language][key];
  return typeof words === 'function' ? words(...values) : words ?? key;
}

// Why there is no answer: in words of the page where it has some, else in those of the service.
export function reason(problem) {
  const keys = { 'offline': 'offline', 'busy': 'busy', 'connections': 'busy', 'too-often': 'busy', 'no-game': 'no_games' };
  return problem.code in keys ? t(keys[problem.code]) : problem.message;
}

export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

// Puts the words of the language on all of the fixed elements.
export function translate() {
  document.documentElement.lang = language;
  const each = (name, put) => document.querySelectorAll(`[data-${name}]`).forEach(element => put(element, element.dataset[name]));
  each('word', (element, key) => { element.textContent = t(key); });
  each('label', (element, key) => element.setAttribute('aria-label', t(key)));
  each('hint', (element, key) => { element.title = t(key); });
  each('language', (button, name) => button.setAttribute('aria-pressed', name === language));
}
