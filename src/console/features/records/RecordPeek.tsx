/** The content of the panel beside a list: all fields of the record that the user may see, except empty ones. */
import { readableFields } from '../../../engine/access'
import { asColumn } from '../../../engine/fields/asColumn'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import type { PeekProps } from '../../feature'
import { useColumnOf } from '../../forms/list/useConfigColumns'
import { Facts } from '../../ui/text/Facts'

export default function RecordPeek({ resource, record }: PeekProps) {
  const config = useConfig()
  const { level } = useUser()
  const columnOf = useColumnOf(resource, { onCard: true })
  const facts = readableFields(config, level, resource).flatMap(field => {
    const { name, label, isBlank, render } = columnOf(asColumn(field))
    return isBlank?.(record) ? [] : [{ name, label, value: render(record) }]
  })
  return <Facts facts={facts} />
}
