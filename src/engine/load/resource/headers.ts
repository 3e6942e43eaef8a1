/** Checks the headers of a sheet. */
import { plainHeader } from '../../../domain/typed'
import type { CompiledRosterColumn } from '../../compiled'
import type { Location } from '../Location'

/** Reports headers that two columns share. @param locationOf the location of a header by the index of its column */
export function checkHeaders(
  columns: readonly CompiledRosterColumn[],
  locationOf: (index: number) => Location,
): void {
  /** The field of the column with each header. */
  const fields = new Map<string, string>()
  for (const [index, { field, header, aliases }] of columns.entries())
    for (const name of new Set([header.ko, header.en, ...aliases].map(plainHeader))) {
      const otherField = fields.get(name)
      if (otherField !== undefined && otherField !== field)
        locationOf(index).report('headerTwice', { name, other: otherField })
      fields.set(name, field)
    }
}
