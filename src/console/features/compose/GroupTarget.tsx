/** Group mode: model, then batch, then bunch, each loading and opening the next (§2). Below MANAGER there is no model (decision 16). */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useReach } from '../../auth/access'
import { useConfig, useWords } from '../../config'
import { RecordPicker } from '../../forms/reference/RecordPicker'
import type { Change, Draft } from './draft'

const ALL = {}

interface GroupTargetProps {
  draft: Draft
  change: Change
  /** The batch is missing: what is said of it. */
  problem?: string
}

export function GroupTarget({ draft, change, problem }: GroupTargetProps) {
  const translate = useTranslate()
  const words = useWords()
  const { resources } = useConfig()
  const manages = useReach()('vendor')
  const { model, batch, bunch } = draft
  const batchesOpen = !manages || model > 0

  /** As the device list calls it; the lists themselves are named in the plural. */
  const name = (field: string, resource: string) =>
    words(resources.devices?.fields[field]?.label ?? resources[resource]?.label)

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(180px, 1fr))' },
      }}
    >
      {manages && (
        <RecordPicker
          eager
          reference="models"
          within={ALL}
          label={name('model', 'models')}
          value={model || undefined}
          invalid={problem !== undefined && model === 0}
          onChange={id => change({ model: Number(id ?? 0), batch: 0, bunch: 0 })}
        />
      )}
      <RecordPicker
        eager
        reference="batches"
        within={batchesOpen ? (manages ? { model } : ALL) : undefined}
        hintOf={({ devices }) =>
          translate('compose.count', { count: Number(devices).toLocaleString('ko-KR') })
        }
        label={name('batch', 'batches')}
        value={batchesOpen && batch > 0 ? batch : undefined}
        disabled={!batchesOpen}
        first={batchesOpen ? undefined : translate('compose.group.modelFirst')}
        problem={problem}
        onChange={id => change({ batch: Number(id ?? 0), bunch: 0 })}
      />
      <RecordPicker
        eager
        reference="bunches"
        within={batch > 0 ? { batch } : undefined}
        meta={batch > 0 ? { within: { batch } } : undefined}
        label={name('bunch', 'bunches')}
        value={batch > 0 && bunch > 0 ? bunch : undefined}
        disabled={batch === 0}
        first={batch > 0 ? undefined : translate('compose.group.batchFirst')}
        placeholder={translate('compose.group.wholeBatch')}
        onChange={id => change({ bunch: Number(id ?? 0) })}
      />
    </Box>
  )
}
