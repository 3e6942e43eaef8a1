/** A change of a device: the action, the user, and the fields before and after. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { TimelineEntry } from '../../../../contract/devicePage'
import { own } from '../../../../domain/own'
import { valueAt } from '../../../../engine/recordValue'
import { useConfig, useWords } from '../../../config'
import { textOf } from '../../../forms/cells/cell'
import { CELLS } from '../../../forms/cells/cells'
import { Happened } from './Happened'

type ChangeEntry = Extract<TimelineEntry, { kind: 'change' }>
type Values = Readonly<Record<string, unknown>>

export function Change({ entry: { action, client_name, before, after } }: { entry: ChangeEntry }) {
  const translate = useTranslate()
  const fields = useConfig().resources.devices?.fields ?? {}
  // What else a row of the history notes, such as how many secrets were revoked, is no field of the device.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(name =>
    own(fields, name),
  )
  const by = client_name && translate('device.change.by', { name: client_name })
  return (
    <>
      <Happened more={by}>{translate(`device.change.${action}`, { _: action })}</Happened>
      {names.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
          {names.map(name => (
            <Box component="li" key={name} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.75 }}>
              <FieldChange name={name} before={before as Values | null} after={after as Values | null} />
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}

interface FieldChangeProps {
  name: string
  before: Values | null
  after: Values | null
}

function FieldChange({ name, before, after }: FieldChangeProps) {
  const words = useWords()
  const translate = useTranslate()
  const field = own(useConfig().resources.devices?.fields ?? {}, name)
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {words(field?.label) || name}
      </Box>
      {before && <Value name={name} values={before} />}
      {before && after && (
        <span role="img" aria-label={translate('device.change.became')}>
          →
        </span>
      )}
      {after && <Value name={name} values={after} />}
    </>
  )
}

/** As lists show it; what they show as text here too, so that identifiers are no buttons. */
function Value({ name, values }: { name: string; values: Values }) {
  const translate = useTranslate()
  const field = own(useConfig().resources.devices?.fields ?? {}, name)
  const value = valueAt(values, name)
  const isText = !field || ['text', 'phone', 'identifier', 'connection'].includes(field.format)
  const Cell = CELLS[field?.format ?? 'text']
  if (value === undefined || value === null || value === '')
    return <span>{translate('device.change.nothing')}</span>
  if (!isText) return <Cell value={value} record={values} name={name} {...(field && { field })} />
  return <span>{textOf(value) || JSON.stringify(value)}</span>
}
