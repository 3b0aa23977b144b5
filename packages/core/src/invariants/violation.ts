/**
 * A broken invariant. `invariant` is its letter and number in the README beside this file; `subject` is the
 * id of the row or member.
 */
export interface Violation {
  invariant:
    | 'M1'
    | 'M2'
    | 'M3'
    | 'M5'
    | 'M6'
    | 'M7'
    | 'C1'
    | 'C2'
    | 'C3'
    | 'C4'
    | 'C5'
    | 'C6'
    | 'C8'
    | 'C9'
    | 'C11'
    | 'C12'
    | 'C13'
    | 'C14'
    | 'L1'
    | 'L2'
    | 'A1'
    | 'A2'
    | 'A3'
    | 'P3'
    | 'P4';
  subject: string;
  detail: string;
}
