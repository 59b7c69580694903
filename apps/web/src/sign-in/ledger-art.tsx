import "./ledger-art.css";

/*
 * A decorative ledger: rupees move along three lines onto a ruled page, and each arrival adds a row.
 * Bars replace figures, so that nothing looks like real money. ledger-art.css animates it, except
 * with reduced motion; below 1024 px it is hidden.
 */
const rows = [
  { y: 132, name: 150, amount: 74, credit: true },
  { y: 174, name: 112, amount: 58, credit: false },
  { y: 216, name: 168, amount: 92, credit: true },
  { y: 258, name: 96, amount: 46, credit: false },
  { y: 300, name: 138, amount: 80, credit: false },
  { y: 342, name: 120, amount: 66, credit: true },
  { y: 384, name: 158, amount: 52, credit: false },
  { y: 426, name: 104, amount: 86, credit: true },
];

const lines = [
  { id: "a", path: "M-30 96 C 70 96, 90 174, 214 174", nodeY: 96 },
  { id: "b", path: "M-30 262 C 60 262, 110 262, 214 258", nodeY: 262 },
  { id: "c", path: "M-30 432 C 80 432, 80 342, 214 342", nodeY: 432 },
];

export function LedgerArt() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMin slice"
      className="ledger-art absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="page" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#1b2158" />
          <stop offset="1" stopColor="#10143a" />
        </linearGradient>
        <radialGradient id="glow" cx="0.72" cy="0.22" r="0.75">
          <stop offset="0" stopColor="#3848e8" stopOpacity="0.55" />
          <stop offset="1" stopColor="#3848e8" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="720" height="900" fill="url(#glow)" />
      <g transform="translate(60 66)">
        <Page />
        {lines.map((line) => (
          <g key={line.id}>
            <path
              d={line.path}
              fill="none"
              stroke="#a6b0ff"
              strokeOpacity="0.22"
              strokeWidth="1.5"
            />
            <path
              d={line.path}
              className={`flow flow-${line.id}`}
              fill="none"
              stroke="#a6b0ff"
              strokeWidth="1.5"
              pathLength="100"
            />
            <g className={`coin coin-${line.id}`}>
              <circle r="13" fill="#3848e8" stroke="#a6b0ff" strokeOpacity="0.5" />
              <path
                d="M-4.4 -5h8.8M-4.4 -1.6h8.8M-4.4 -5h2.2a3.4 3.4 0 0 1 0 6.8h-2.2l5 4.4"
                fill="none"
                stroke="#fff"
                strokeWidth="1.5"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </g>
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Ruled like an account book: lines across, a double margin line down. */
function Page() {
  return (
    <g>
      <rect
        x="200"
        y="40"
        width="520"
        height="440"
        rx="16"
        fill="url(#page)"
        stroke="#fff"
        strokeOpacity="0.14"
      />
      <rect x="224" y="66" width="92" height="10" rx="5" fill="#fff" fillOpacity="0.5" />
      <rect x="470" y="66" width="48" height="10" rx="5" fill="#fff" fillOpacity="0.24" />
      <rect x="556" y="66" width="72" height="10" rx="5" fill="#fff" fillOpacity="0.24" />
      <path d="M200 100h520" stroke="#fff" strokeOpacity="0.18" />
      <path d="M438 40v440M442 40v440" stroke="#ff938a" strokeOpacity="0.35" />
      {rows.map((row, index) => (
        <g key={row.y}>
          <path d={`M200 ${row.y + 26}h520`} stroke="#fff" strokeOpacity="0.07" />
          <g className="entry" data-row={index}>
            <circle cx="234" cy={row.y + 5} r="9" fill="#fff" fillOpacity="0.1" />
            <path
              d={row.credit ? `M234 ${row.y + 1}v8m-4 -4h8` : `M230 ${row.y + 5}h8`}
              stroke={row.credit ? "#52d9a0" : "#a6b0ff"}
              strokeWidth="1.6"
              strokeLinecap="round"
            />
            <rect
              x="254"
              y={row.y}
              width={row.name}
              height="10"
              rx="5"
              fill="#fff"
              fillOpacity="0.3"
            />
            <rect
              x={row.credit ? 460 : 460 + 94 - row.amount}
              y={row.y}
              width={row.amount}
              height="10"
              rx="5"
              fill={row.credit ? "#52d9a0" : "#a6b0ff"}
              fillOpacity="0.85"
            />
            <rect
              x={574}
              y={row.y}
              width={64 + ((index * 17) % 34)}
              height="10"
              rx="5"
              fill="#fff"
              fillOpacity="0.55"
            />
          </g>
        </g>
      ))}
    </g>
  );
}
