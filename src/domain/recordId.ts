/** The number of a record: what a database can hold as an id. */
export const isRecordId = (id: unknown): id is number =>
  Number.isInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31
