/** The targets of the order: a group, or devices found by phone number (§2). */
import { Box, FormControlLabel, Radio, RadioGroup } from '@mui/material'

import { useHasLevel } from '../../../auth/access'
import { useConfig, useTranslate } from '../../../config'
import { RecordPicker } from '../../../forms/reference/RecordPicker'
import { useDraftField } from '../draft/useDraft'
import { SearchTarget } from './SearchTarget'

export function TargetFields() {
  const translate = useTranslate()
  const mode = useDraftField('mode')
  return (
    <>
      <RadioGroup
        row
        aria-label={translate('compose.mode.label')}
        value={mode.value}
        onChange={(_, chosen) => mode.change(chosen === 'search' ? 'search' : 'group')}
        sx={{ columnGap: 2 }}
      >
        {(['group', 'search'] as const).map(name => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={translate(`compose.mode.${name}`)}
          />
        ))}
      </RadioGroup>
      {mode.value === 'group' ? <GroupTarget /> : <SearchTarget />}
    </>
  )
}

const NO_FILTER = {}

/**
 * Pickers of model, batch and bunch. The choice in one enables the next and filters its choices; `within` is undefined
 * while a picker is disabled. Users below the level `vendor` choose no model (decision 16).
 */
function GroupTarget() {
  const translate = useTranslate()
  const { resources } = useConfig()
  const choosesModel = useHasLevel()('vendor')
  const model = useDraftField('model')
  const batch = useDraftField('batch')
  const bunch = useDraftField('bunch')
  const canPickBatch = !choosesModel || model.value > 0
  const canPickBunch = batch.value > 0
  const batchFilter = choosesModel ? { model: model.value } : NO_FILTER
  const bunchFilter = canPickBunch ? { batch: batch.value } : undefined

  /** The label of the device's field (singular). If devices have no such field, the label of the resource (plural). */
  const label = (field: string, resource: string) =>
    translate(resources.devices?.fields[field]?.label ?? resources[resource]?.label)

  return (
    <Box
      // If the batch is missing, the first picker gets the focus: the model may be missing too.
      ref={batch.box}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(180px, 1fr))' },
      }}
    >
      {choosesModel && (
        <RecordPicker
          eager
          reference="models"
          within={NO_FILTER}
          label={label('model', 'models')}
          value={model.value || undefined}
          invalid={batch.problem !== undefined && model.value === 0}
          onChange={id => {
            model.change(Number(id ?? 0))
            batch.change(0)
            bunch.change(0)
          }}
        />
      )}
      <RecordPicker
        eager
        reference="batches"
        within={canPickBatch ? batchFilter : undefined}
        hintOf={({ devices }) =>
          translate('compose.count', { count: Number(devices).toLocaleString('ko-KR') })
        }
        label={label('batch', 'batches')}
        value={(canPickBatch && batch.value) || undefined}
        disabled={!canPickBatch}
        prerequisite={canPickBatch ? undefined : translate('compose.group.modelFirst')}
        problem={batch.problem}
        onChange={id => {
          batch.change(Number(id ?? 0))
          bunch.change(0)
        }}
      />
      <RecordPicker
        eager
        reference="bunches"
        within={bunchFilter}
        // The call that reads the name of the chosen bunch requires its batch.
        meta={bunchFilter && { within: bunchFilter }}
        label={label('bunch', 'bunches')}
        value={(canPickBunch && bunch.value) || undefined}
        disabled={!canPickBunch}
        prerequisite={canPickBunch ? undefined : translate('compose.group.batchFirst')}
        placeholder={translate('compose.group.wholeBatch')}
        onChange={id => bunch.change(Number(id ?? 0))}
      />
    </Box>
  )
}
