/*
 * How search results are ranked: as Sphinx does, but what is spelt exactly as it was typed comes
 * first. Python tells Variant from variant; Sphinx alone does not.
 */
var Scorer = {
  score: (result) => {
    const [, title, , , score] = result;
    const typed = new URLSearchParams(window.location.search).get("q") || "";
    return title.split(".").pop() === typed.trim() ? score + 100 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
