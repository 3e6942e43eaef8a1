/** Group mode: model, then batch, then bunch, each opening the next (§2). Below MANAGER there is no model (decision 16). */
import { Box } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import type { Batch } from '../../../contract/batches'
import { useReach } from '../../auth/access'
import { useConfig, useWords } from '../../config'
import { Dropdown } from './Dropdown'
import type { Change, Draft } from './draft'

/** Lists of choices come whole. */
const ALL = { page: 1, perPage: 10_000 }
const BY_NAME = { field: 'name', order: 'ASC' } as const

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

  const models = useGetList<{ id: number; name: string }>(
    'models',
    { pagination: ALL, sort: BY_NAME },
    { enabled: manages },
  )
  const batches = useGetList<Batch>(
    'batches',
    { pagination: ALL, sort: BY_NAME, filter: manages ? { model } : {} },
    { enabled: batchesOpen },
  )
  const bunches = useGetList<{ id: number; name: string }>(
    'bunches',
    { pagination: ALL, sort: BY_NAME, filter: { batch } },
    { enabled: batch > 0 },
  )
  const failed = (error: unknown) => (error ? translate('shell.failure.load') : undefined)
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
        <Dropdown
          label={name('model', 'models')}
          value={model}
          options={(models.data ?? []).map(({ id, name: label }) => ({ id, label }))}
          waiting={models.isPending}
          help={failed(models.error)}
          invalid={problem !== undefined && model === 0}
          onChange={id => change({ model: Number(id ?? 0), batch: 0, bunch: 0 })}
        />
      )}
      <Dropdown
        label={name('batch', 'batches')}
        value={batchesOpen ? batch : 0}
        disabled={!batchesOpen}
        placeholder={batchesOpen ? undefined : translate('compose.group.modelFirst')}
        options={(batchesOpen ? (batches.data ?? []) : []).map(({ id, name: label, devices }) => ({
          id,
          label,
          hint: translate('compose.count', { count: devices.toLocaleString('ko-KR') }),
        }))}
        waiting={batchesOpen && batches.isPending}
        help={failed(batches.error)}
        problem={problem}
        onChange={id => change({ batch: Number(id ?? 0), bunch: 0 })}
      />
      <Dropdown
        label={name('bunch', 'bunches')}
        value={batch > 0 ? bunch : 0}
        disabled={batch === 0}
        placeholder={translate(batch > 0 ? 'compose.group.wholeBatch' : 'compose.group.batchFirst')}
        options={(batch > 0 ? (bunches.data ?? []) : []).map(({ id, name: label }) => ({ id, label }))}
        waiting={batch > 0 && bunches.isPending}
        help={failed(bunches.error)}
        onChange={id => change({ bunch: Number(id ?? 0) })}
      />
    </Box>
  )
}
