/**
 * A number with thousands separators, "1,234,567", the same in Korean and English. Integers are formatted without
 * `Intl`: its first use loads tables and would delay the first list.
 *
 * @param more whether there are more: "1,000+"
 */
export function grouped(value: number, more = false): string {
  const number = Number.isSafeInteger(value)
    ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    : value.toLocaleString('ko-KR')
  return more ? `${number}+` : number
}
