/** The question before a record is deleted, which names it (§2, §4); a refusal says why and leaves the question open. */
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material'
import { useDelete, useNotify, useResourceContext, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { fill } from '../../../engine/text'
import { useConfig, useWords } from '../../config'
import { nameOf } from '../../forms/list/FieldCell'
import { ADMINISTERED } from '../../forms/record/administered'
import type { ActionDialogProps } from '../../ui/feature'

interface DeleteDialogProps extends ActionDialogProps {
  /** When it is gone. */
  onDeleted?: () => void
}

export default function DeleteDialog({ record, onClose, onDeleted }: DeleteDialogProps) {
  const name = useResourceContext() ?? ''
  const resource = useConfig().resources[name]
  const words = useWords()
  const translate = useTranslate()
  const notify = useNotify()
  const title = useId()
  const text = useId()
  const [problem, setProblem] = useState<string>()
  const [deleteOne, { isPending }] = useDelete()
  if (!resource || !record) return null

  const { messages } = resource
  const called = nameOf(resource, record)
  const question = messages.confirmDelete
    ? fill(words(messages.confirmDelete), { name: called })
    : translate('records.delete.question', { name: called })

  const yes = () => {
    setProblem(undefined)
    deleteOne(
      name,
      { id: record.id, previousData: record, meta: ADMINISTERED },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(words(messages.deleted) || translate('records.delete.done'), { type: 'success' })
          onClose()
          onDeleted?.()
        },
        onError: error => {
          const failed = words(messages.deleteFailed) || translate('records.delete.failed')
          const why = error instanceof Error ? translate(error.message) : ''
          setProblem(why && why !== failed ? `${failed}\n${why}` : failed)
        },
      },
    )
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      onClose={isPending ? undefined : onClose}
      aria-labelledby={title}
      aria-describedby={text}
    >
      <DialogTitle id={title}>{question}</DialogTitle>
      <DialogContent>
        <DialogContentText id={text} sx={{ fontSize: 14 }}>
          {messages.confirmDeleteBody
            ? fill(words(messages.confirmDeleteBody), { name: called })
            : translate('records.delete.body')}
        </DialogContentText>
        {problem && (
          <Alert severity="error" sx={{ mt: 2, whiteSpace: 'pre-line' }}>
            {problem}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus color="inherit" onClick={onClose} disabled={isPending}>
          {translate('records.delete.no')}
        </Button>
        <Button variant="contained" color="error" onClick={yes} loading={isPending}>
          {translate('records.delete.yes')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
