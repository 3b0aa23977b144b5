import { Lettering } from './lettering.tsx';

/** The fourteen ways to pay (S3-198 to S3-215). */
export const methodDrawings = {
  ideal: (
    <>
      <path d="M5 7.5h8.5a7.5 7.5 0 0 1 0 15H5z" fill="#fff" stroke="#2a1b23" strokeWidth="1.6" />
      <circle cx="8.6" cy="11.9" r="1.7" fill="#2a1b23" />
      <path d="M7.1 14.8h3v5.4h-3z" fill="#2a1b23" />
      <path d="M12 10.2h1.5a4.8 4.8 0 0 1 0 9.6H12z" fill="#cc0066" />
      <rect x="24" y="6.5" width="15.5" height="17" rx="4" fill="#fff48d" />
      <path
        d="M27.6 12.2l2.1 6 2.05-5.2 2.05 5.2 2.1-6"
        fill="none"
        stroke="#1d1c1c"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  bancontact: (
    <>
      <path
        d="M5 15.8h12.4c2.7 0 4.2-.9 5.9-2.9l.9-1.1 5.3 0-4.6 6.5c-2.2 3-4.4 4.2-7.8 4.2H5z"
        fill="#1e3764"
      />
      <path
        d="M39 14.2H26.6c-2.7 0-4.2.9-5.9 2.9l-.9 1.1-5.3 0 4.6-6.5c2.2-3 4.4-4.2 7.8-4.2H39z"
        fill="#ffd800"
      />
    </>
  ),
  blik: (
    <>
      <rect width="44" height="30" fill="#111" />
      <circle cx="30.4" cy="8.6" r="3.1" fill="#e2001a" />
      <Lettering word="blik" x={21.5} y={21} width={29} size={15} fill="#fff" />
    </>
  ),
  prezelewy24: (
    <>
      <path d="M5 21.5C14 15.5 26 13.8 39 15.5C27 15.8 15 17.5 5 21.5z" fill="#a9a9a9" />
      <Lettering word="P24" y={18.5} width={28} size={15} fill="#d13239" weight={900} isItalic />
    </>
  ),
  giropay: (
    <>
      <rect width="23" height="30" fill="#000268" />
      <Lettering word="giro" x={11.8} y={18.4} width={17} size={10.5} fill="#fff" weight={700} />
      <Lettering word="pay" x={32.9} y={18.4} width={17} size={10.5} fill="#e3000f" weight={700} />
    </>
  ),
  sofort: (
    <>
      <rect width="44" height="30" fill="#ffb3c7" />
      <Lettering word="Sofort." y={18.6} width={33} size={11} fill="#17120f" />
    </>
  ),
  eps: (
    <>
      <path d="M5 24.5h34" stroke="#c8036f" strokeWidth="2.2" />
      <Lettering word="eps" y={19} width={28} size={16} fill="#5a5a5a" />
    </>
  ),
  paypal: (
    <>
      <path d="M20.2 8.5h6.3c3.2 0 5 1.7 4.5 4.7-.6 3.6-3.1 5.3-6.4 5.3h-2l-.9 5.5h-3.9z" fill="#0070e0" />
      <path d="M16.2 5h6.5c3.2 0 5 1.7 4.5 4.7-.6 3.6-3.1 5.4-6.4 5.4h-2.1l-.9 5.4h-4.1z" fill="#002991" />
    </>
  ),
  creditcard: (
    <>
      <rect x="8" y="6.5" width="28" height="17.5" rx="2.5" fill="none" stroke="#2a1b23" strokeWidth="1.6" />
      <path d="M8 11.7h28" stroke="#2a1b23" strokeWidth="3" />
      <path d="M11.5 19.5h6M26.5 19.5h6" stroke="#2a1b23" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  nexi: (
    <>
      <rect width="44" height="30" fill="#2d32aa" />
      <Lettering word="nexi" y={19.5} width={30} size={14} fill="#fff" weight={700} />
    </>
  ),
  applepay: (
    <>
      <path
        d="M15.1 11.5c-1.2 0-1.9.7-2.8.7s-1.7-.7-2.9-.7c-1.9 0-3.7 1.7-3.7 4.6 0 3.1 2.1 6.2 3.9 6.2.9 0 1.5-.6 2.6-.6s1.5.6 2.6.6c1.3 0 2.5-1.7 3.1-3.3-1.5-.6-2.2-1.8-2.2-3.1 0-1.2.6-2.3 1.7-3-.6-.9-1.5-1.4-2.3-1.4z"
        fill="#000"
      />
      <path d="M12 11c-.1-1.9 1.3-3.6 3.1-3.9.2 2-1.3 3.8-3.1 3.9z" fill="#000" />
      <Lettering word="Pay" x={29.8} y={20.5} width={20} size={12.5} fill="#000" weight={600} />
    </>
  ),
  paysafecard: (
    <>
      <Lettering word="paysafe" y={14.5} width={32} size={11} fill="#3b3b8f" weight={700} />
      <Lettering word="card" x={28.5} y={23.5} width={19} size={11} fill="#d3003f" weight={700} />
      <path d="M14.2 17.6h1.8v1.8h-1.8zM14.2 21.7h1.8v1.8h-1.8z" fill="#d3003f" />
    </>
  ),
  sct: (
    <>
      <path d="M8 12.5L18 7l10 5.5z" fill="#10298e" />
      <path d="M10.5 14.5v6M15.5 14.5v6M20.5 14.5v6M25.5 14.5v6" stroke="#10298e" strokeWidth="2" />
      <path d="M8 22.5h20" stroke="#10298e" strokeWidth="2" />
      <path
        d="M29.5 17h8M34.5 13.5l3.5 3.5-3.5 3.5"
        fill="none"
        stroke="#d99a00"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  sdd: (
    <>
      <path
        d="M38.5 11.6a5.8 5.8 0 1 0 0 6.8M30.5 13.7h5.5M30.5 16.3h4.8"
        fill="none"
        stroke="#b57f00"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
      <Lettering word="SEPA" x={15.5} y={18.6} width={21} size={10} fill="#10298e" />
    </>
  ),
} as const;
