// Runs before the first paint, as a plain script: sets what the first paint depends on.
(function (root) {
  var theme = "system";
  var signedIn = false;
  try {
    theme = localStorage.getItem("theme") || theme;
    signedIn = Boolean(localStorage.getItem("auth_token"));
  } catch (e) {
    // Storage is switched off: the system's theme, and the sign-in.
  }
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.add(dark ? "dark" : "light");
  // Which of the two static pages in index.html to show while the code loads.
  var legal = location.pathname === "/terms" || location.pathname === "/privacy";
  root.dataset.first = legal ? "none" : signedIn ? "console" : "sign-in";
  if (/(?:^|; )sidebar_state=collapsed/.test(document.cookie)) root.dataset.sidebar = "collapsed";
})(document.documentElement);
