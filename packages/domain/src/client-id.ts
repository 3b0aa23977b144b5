/**
 * The id under which a client sent what a row is of. Keys of a ledger are `hold:<clientId>`, `void:` and `return:` of the
 * same, those of a conversation `<sender>:<clientId>`.
 */
export const clientIdOf = ({ key }: { key: string }): string => key.slice(key.indexOf(':') + 1);
