/** Asks before a record is deleted, by its name (§2, §4); a refusal shows the reason and leaves the dialog open. */
import { useDelete, useNotify, useResourceContext } from 'ra-core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Words } from '../../../engine/compiled'
import { fill } from '../../../engine/i18n'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useConfig, useTranslate } from '../../config'
import { reasonOf } from '../../failure'
import type { ActionDialogProps } from '../../feature'
import { nameOfRecord } from '../../forms/list/FieldCell'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { Toast } from '../../ui/notices/Toast'
import { useRemovalEffects } from './useRemovalEffects'

export default function DeleteDialog({ record, onClose }: ActionDialogProps) {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [problem, setProblem] = useState<string>()
  const [deleteOne, { isPending }] = useDelete()
  const { isLoaded, warning, agreed, recount } = useRemovalEffects(resource?.name, record?.id)
  if (!resource || !record) return null

  const { messages } = resource
  const name = nameOfRecord(resource, record)
  /** The sentence of config, else ours. */
  const ask = (own: Words | undefined, ours: string) =>
    own ? fill(translate(own), { name }) : translate(ours, { name })

  const yes = () => {
    setProblem(undefined)
    deleteOne(
      resource.name,
      { id: record.id, previousData: record, meta: { agreed } },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          const text = translate(messages.deleted) || translate('records.delete.done')
          notify(<Toast tone="success" text={text} />, { type: 'success' })
          onClose()
          // The page of the deleted record is left.
          if (pathname.startsWith(`${resource.path}/edit/`)) navigate(resource.path)
        },
        onError: error => {
          if (failureBody(error).code === 'record.removalChanged') recount()
          const failed = isOutcomeUnknown(error)
            ? translate('records.delete.unknown')
            : translate(messages.deleteFailed) || translate('records.delete.failed')
          const reason = translate(reasonOf(error))
          setProblem(reason && reason !== failed ? `${failed}\n${reason}` : failed)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      question={ask(messages.confirmDelete, 'records.delete.question')}
      body={ask(messages.confirmDeleteBody, 'records.delete.body')}
      yes={translate('records.delete.yes')}
      no={translate('records.delete.no')}
      problem={problem}
      busy={isPending}
      waiting={!isLoaded}
      onYes={yes}
      onClose={onClose}
    >
      {warning}
    </ConfirmDialog>
  )
}
