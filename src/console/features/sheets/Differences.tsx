/** Previews the changes of a sheet to stored records: counts, and examples for each column. */
import { Alert, Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { RosterDifferences } from '../../../contract/devices'
import type { CompiledResource } from '../../../engine/compiled'
import { useCounted } from '../../forms/listTexts'
import { CopyableText } from '../../ui/text/CopyableText'
import { RowErrors } from './RowErrors'

const number = (value: number) => value.toLocaleString('ko-KR')

interface DifferencesProps {
  differences: RosterDifferences
  resource: CompiledResource
  /** Whether the sheet adds the records that are not stored. */
  addsUnknown: boolean
  /** The label of the field by which rows find stored records. */
  keyLabel: string
}

export function Differences({ differences, resource, addsUnknown, keyLabel }: DifferencesProps) {
  const translate = useTranslate()
  const counted = useCounted(resource)
  const { changed, unchanged, unknown, columns, ignored, rows, rowsTotal } = differences
  const hasErrors = rowsTotal > 0
  const counts = { changed: number(changed), unchanged: number(unchanged), unknown: number(unknown) }
  const isAdding = addsUnknown && unknown > 0
  const messageOf = () => {
    if (hasErrors) return translate('roster.update.refused')
    if (isAdding) return translate('import.found', { added: counted(unknown), changed: counted(changed) })
    return changed > 0
      ? translate('roster.update.found', { records: counted(changed) })
      : translate('roster.update.nothing')
  }
  return (
    <Box
      component="section"
      aria-label={translate('roster.update.title')}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Alert severity={hasErrors ? 'warning' : 'info'} variant="outlined" role="status">
        {messageOf()}
      </Alert>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {(['changed', 'unchanged', 'unknown'] as const).map(name => (
          <div key={name}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {translate(`roster.update.count.${name === 'unknown' && addsUnknown ? 'new' : name}`)}
            </Typography>
            <Typography component="dd" variant="h3" className="tabular" sx={{ m: 0 }}>
              {counts[name]}
            </Typography>
          </div>
        ))}
      </Box>
      {ignored.length > 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('roster.update.ignored', { columns: ignored.join(', ') })}
        </Typography>
      )}
      {columns.map(column => (
        <ColumnChanges
          key={column.column}
          {...column}
          records={counted(column.devices)}
          keyLabel={keyLabel}
        />
      ))}
      {hasErrors && <RowErrors rows={rows} total={rowsTotal} />}
    </Box>
  )
}

type ColumnChangesProps = Omit<RosterDifferences['columns'][number], 'devices'> & {
  records: string
  keyLabel: string
}

function ColumnChanges({ column, records, keyLabel, examples }: ColumnChangesProps) {
  const translate = useTranslate()
  const textOf = (text: string) => text || translate('roster.update.empty')
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.5 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {column}
        </Typography>
        <Typography variant="body2" color="text.secondary" className="tabular" sx={{ flex: 'none' }}>
          {records}
        </Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {examples.map(({ id, before, after }) => (
          <Box
            component="li"
            key={id}
            className="tabular"
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
          >
            <CopyableText value={id} label={keyLabel} />
            <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {textOf(before)}
              </Box>
              <span>{` → ${textOf(after)}`}</span>
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
