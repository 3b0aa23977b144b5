import { Lettering } from './lettering.tsx';

/** Two circles of a card scheme and the lens they share. */
function Circles({ left, right, lens }: { left: string; right: string; lens: string }) {
  return (
    <>
      <circle cx="17" cy="15" r="8" fill={left} />
      <circle cx="27" cy="15" r="8" fill={right} />
      <path d="M22 8.76a8 8 0 0 1 0 12.48a8 8 0 0 1 0-12.48z" fill={lens} />
    </>
  );
}

/** Card schemes (S3-209 to S3-212). */
export const brandDrawings = {
  visa: <Lettering word="VISA" y={20} width={30} size={14} fill="#1434cb" weight={900} isItalic />,
  mastercard: <Circles left="#eb001b" right="#f79e1b" lens="#ff5f00" />,
  maestro: (
    <>
      <g transform="translate(5.5 1) scale(0.75)">
        <Circles left="#0099df" right="#ed0006" lens="#6c6bbd" />
      </g>
      <Lettering word="maestro" y={25.5} width={24} size={6.5} fill="#2a1b23" weight={700} />
    </>
  ),
  cartebancaire: (
    <>
      <rect width="44" height="30" fill="#0c5ba8" />
      <path d="M0 30C10 30 34 22 44 4v26z" fill="#2f9e6a" />
      <Lettering word="CB" y={20.5} width={22} size={16} fill="#fff" weight={900} />
    </>
  ),
} as const;
