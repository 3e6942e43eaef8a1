/** Asks before a change is undone, and lists each value with the one that replaces it. */

import { Box } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { HistoryRow } from '../../../contract/history'
import { ownValue } from '../../../domain/own'
import { restoredValues } from '../../../engine/fields/undo'
import { isOutcomeUnknown } from '../../api/delivery'
import { useFleet } from '../../api/fleet'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { reasonOf } from '../../failure'
import type { ActionDialogProps } from '../../feature'
import { FieldChange } from '../../forms/cells/changes'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { Toast } from '../../ui/notices/Toast'

export default function UndoDialog({ record, onClose }: ActionDialogProps) {
  const entry = record as unknown as HistoryRow
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const resource = ownValue(config.resources, entry.resource)
  const values = (resource && restoredValues(config, level, resource, entry)) ?? []
  const isPossible = values.length > 0

  const undo = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await fleet.undoEntry(entry.id)
      for (const name of [entry.resource, 'history']) void queries.invalidateQueries({ queryKey: [name] })
      notify(<Toast tone="success" text={translate('records.undo.done')} />, { type: 'success' })
      onClose()
    } catch (error) {
      setBusy(false)
      setProblem(isOutcomeUnknown(error) ? translate('records.undo.unknown') : translate(reasonOf(error)))
    }
  }
  return (
    <ConfirmDialog
      question={translate('records.undo.question', { name: entry.label })}
      body={translate(isPossible ? 'records.undo.body' : 'errors.undo.hidden')}
      yes={translate('records.undo.label')}
      no={translate('ra.action.cancel')}
      problem={problem}
      busy={busy}
      loading={!isPossible}
      onYes={() => void undo()}
      onClose={onClose}
    >
      {isPossible && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {values.map(({ field, before, after }) => (
            <Box component="li" key={field.name} sx={CHANGE}>
              <FieldChange name={field.name} field={field} before={after} after={before} />
            </Box>
          ))}
        </Box>
      )}
    </ConfirmDialog>
  )
}

const CHANGE = { display: 'flex', flexWrap: 'wrap', columnGap: 1, minWidth: 0, overflowWrap: 'anywhere' }
