// Runs before the first paint, as a plain script: sets what the first paint depends on.
(function (root) {
  var theme = "system";
  var signedIn = false;
  try {
    theme = localStorage.getItem("theme") || theme;
    signedIn = Boolean(localStorage.getItem("auth_token"));
  } catch {
    // Storage is switched off: the system's theme, and the sign-in.
  }
  var dark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.add(dark ? "dark" : "light");
  if (/(?:^|; )sidebar_state=collapsed/.test(document.cookie)) root.dataset.sidebar = "collapsed";

  // Which of the two static pages in index.html to show while the code loads.
  var legal = location.pathname === "/terms" || location.pathname === "/privacy";
  var first = legal ? "none" : signedIn ? "console" : "sign-in";
  root.dataset.first = first;

  // The build writes here which files that page needs; fetched now rather than after the router.
  /** @type {Record<string, string[]>} */
  var next = /* next */ {};
  (next[first] || []).forEach(function (href) {
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  });
})(document.documentElement);
