/**
 * A number as people read it, "1,234,567"; Korean and English group alike. For whole numbers without `Intl`, whose
 * tables are loaded at its first use: the first list would wait for them.
 */
export const grouped = (value: number): string =>
  Number.isSafeInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, ',') : value.toLocaleString('ko-KR')
