/**
 * The notice after a change of many records; its button undoes the change while the server allows it (`undoSeconds`).
 */
import { useQueryClient } from '@tanstack/react-query'
import { type HttpError, useCloseNotification, useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import type { BulkDone } from '../../../contract/bulk'
import { formatPhone } from '../../../domain/phone'
import type { CompiledResource } from '../../../engine/compiled'
import { useFleet } from '../../api/fleet'
import { reasonOf } from '../../failure'
import { useCounted } from '../../forms/listTexts'
import { BusyButton } from '../../ui/controls/BusyButton'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { Toast } from '../../ui/notices/Toast'
import { invalidateChanged } from './useChange'

interface ChangedToastProps {
  resource: CompiledResource
  /** Identifies the change in requests; chosen by the console (`useChange`). */
  changeName: string
  done: BulkDone
  /** The sentence about the change. */
  text: string
  detail?: string
  /** i18n key of the sentence after an undo. */
  undone?: string
  /** Links to the result. */
  children?: ReactNode
}

/** The change no longer exists, or its time for undo is over: a retry would fail too. */
const FINAL_STATUSES = [404, 409]
/** The number of records that the notice lists by name. */
const MAX_NAMES = 10

export function ChangedToast({
  resource,
  changeName,
  done: { undoSeconds },
  text,
  detail = '',
  undone = 'bulk.undo.done',
  children,
}: ChangedToastProps) {
  const translate = useTranslate()
  const counted = useCounted(resource)
  const isPhone = resource.fields[resource.recordName]?.type === 'phone'
  const formatName = (name: string) => (isPhone ? formatPhone(name) : name)
  const fleet = useFleet()
  const queries = useQueryClient()
  const notify = useNotify()
  const close = useCloseNotification()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()

  const undo = useSingleFlight(async () => {
    setBusy(true)
    setFailed(undefined)
    try {
      // Records that have been changed since are not restored; the server lists the first ones.
      const {
        restored,
        left: notRestored,
        names: firstNotRestored,
      } = await fleet.undoChange(resource.name, changeName)
      close()
      const listed = firstNotRestored.slice(0, MAX_NAMES).map(({ id, name }) => formatName(name) || id)
      const detail =
        notRestored > 0
          ? translate('bulk.undo.left', {
              records: counted(notRestored),
              names: listed.join(', ') + (notRestored > listed.length ? ' …' : ''),
            })
          : undefined
      notify(<Toast tone="info" text={translate(undone, { records: counted(restored) })} detail={detail} />, {
        type: 'info',
      })
    } catch (error) {
      const reason = translate(reasonOf(error))
      if (FINAL_STATUSES.includes((error as HttpError).status)) {
        close()
        notify(<Toast tone="error" text={reason} />, { type: 'error' })
      } else {
        // The user can retry until the time is over.
        setFailed(reason)
        setBusy(false)
      }
    }
    invalidateChanged(queries, resource)
  })
  return (
    <Toast tone="success" isPersistent={undoSeconds > 0} text={text} detail={failed ?? detail}>
      {children}
      {undoSeconds > 0 && (
        <BusyButton color="inherit" size="small" variant="outlined" busy={busy} onClick={() => void undo()}>
          {translate('bulk.undo.button')}
        </BusyButton>
      )}
    </Toast>
  )
}
