/** Whether a statement is a COPY of `copyMany`: its only parameter is the text of all rows. */
export const isCopy = (sql: string): boolean => /^copy .* from stdin$/.test(sql)
