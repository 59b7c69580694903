// A classic script that runs before the first paint and sets what it depends on.
(function (root) {
  var theme = "system";
  var signedIn = false;
  var hindi = false;
  try {
    theme = localStorage.getItem("theme") || theme;
    signedIn = Boolean(localStorage.getItem("auth_token"));
    hindi = localStorage.getItem("language") === "hi";
  } catch {
    // Storage is disabled: use the system's theme and show the sign-in.
  }
  var dark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.add(dark ? "dark" : "light");
  if (/(?:^|; )sidebar_state=collapsed/.test(document.cookie)) root.dataset.sidebar = "collapsed";

  if (hindi) {
    root.lang = "hi-IN";
    // The static page is parsed, and no module has run yet.
    document.addEventListener("readystatechange", function () {
      document.querySelectorAll("[data-hi]").forEach(function (element) {
        element.textContent = element.getAttribute("data-hi");
      });
    });
  }

  // Browsers take a passkey at its host name and below it. Only secure pages have the class.
  var host = root.dataset.passkeyHost;
  if (host && window.PublicKeyCredential && ("." + location.hostname).endsWith("." + host))
    root.dataset.passkeys = "";

  // Chooses the static page of index.html to show while the code loads.
  var legal = location.pathname === "/terms" || location.pathname === "/privacy";
  var first = legal ? "none" : signedIn ? "console" : "sign-in";
  root.dataset.first = first;

  // The build inserts the files that each page needs, to fetch them before the router asks.
  /** @type {Record<string, string[]>} */
  var next = /* next */ {};
  (next[first] || []).concat(hindi ? next.hindi || [] : []).forEach(function (href) {
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  });
})(document.documentElement);
