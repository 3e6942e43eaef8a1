/** The question before a record is deleted, which names it (§2, §4); a refusal says why and leaves the question open. */
import { useDelete, useNotify, useResourceContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { fill } from '../../../engine/text'
import { isOutcomeUnknown } from '../../api/delivery'
import { useConfig, useWords } from '../../config'
import { nameOf } from '../../forms/list/FieldCell'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import type { ActionDialogProps } from '../../ui/feature'
import { Toast } from '../../ui/Toast'

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
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          const text = words(messages.deleted) || translate('records.delete.done')
          notify(<Toast tone="success" text={text} />, { type: 'success' })
          onClose()
          onDeleted?.()
        },
        onError: error => {
          const failed = isOutcomeUnknown(error)
            ? translate('records.delete.unknown')
            : words(messages.deleteFailed) || translate('records.delete.failed')
          const why = error instanceof Error ? translate(error.message) : ''
          setProblem(why && why !== failed ? `${failed}\n${why}` : failed)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      question={question}
      body={
        messages.confirmDeleteBody
          ? fill(words(messages.confirmDeleteBody), { name: called })
          : translate('records.delete.body')
      }
      yes={translate('records.delete.yes')}
      no={translate('records.delete.no')}
      problem={problem}
      busy={isPending}
      onYes={yes}
      onClose={onClose}
    />
  )
}
