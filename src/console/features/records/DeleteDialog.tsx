/** Asks for confirmation before a record is deleted (§2, §4). If that fails, the dialog stays open with the reason. */
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
import { editPath } from '../../paths'
import { pageOf } from '../../recordPage'
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
  /** @param configured the text of config, used instead of the built-in one (`key` in i18n) */
  const textOf = (configured: Words | undefined, key: string) =>
    configured ? fill(translate(configured), { name }) : translate(key, { name })

  const confirmDelete = () => {
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
          // The page of the deleted record would show "not found".
          if ([editPath(resource.path, record.id), pageOf(resource, record.id)].includes(pathname))
            navigate(resource.path)
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
      question={textOf(messages.confirmDelete, 'records.delete.question')}
      body={textOf(messages.confirmDeleteBody, 'records.delete.body')}
      yes={translate('records.delete.yes')}
      no={translate('records.delete.no')}
      problem={problem}
      busy={isPending}
      loading={!isLoaded}
      onYes={confirmDelete}
      onClose={onClose}
    >
      {warning}
    </ConfirmDialog>
  )
}
