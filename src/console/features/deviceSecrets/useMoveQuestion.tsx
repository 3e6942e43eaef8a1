/** Before a save that moves a device with a secret to another vendor, asks when the secret ends. */
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { FormerSecrets } from '../../../contract/deviceSecrets'
import { useFleet } from '../../api/fleet'
import { useMayAccess } from '../../auth/access'
import type { UseSaveQuestion } from '../../feature'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { MoveDialogProps } from './MoveDialog'

const MoveDialog = lazyComponent(() => import('./MoveDialog'))

type Values = Readonly<Record<string, unknown>>

/** The `meta` of a save. */
interface MoveMeta {
  former_secrets?: FormerSecrets
}

/** Registered for devices in `shell/routes`. */
export const useMoveQuestion: UseSaveQuestion = () => {
  const fleet = useFleet()
  const may = useMayAccess()
  const translate = useTranslate()
  const [question, setQuestion] = useState<MoveDialogProps>()

  const ask = async (before: Values, after: Values): Promise<MoveMeta | undefined> => {
    const leavesVendor = Number(before.vendor) > 0 && Number(after.vendor) !== before.vendor
    if (!leavesVendor || !may('devices', 'secrets')) return {}
    const status = await fleet.deviceSecret(String(before.id))
    // No question if the device has no secret, or if the server does not have the call.
    if (!status?.issued && !status?.old_until && !status?.former) return {}
    const choice = await new Promise<FormerSecrets | undefined>(onAnswer =>
      setQuestion({ afterDays: status.after_move_days, onAnswer }),
    )
    setQuestion(undefined)
    return choice && { former_secrets: choice }
  }
  const dialog = question && (
    <LazyDialog
      label={translate('secrets.move.title')}
      component={MoveDialog}
      onClose={() => question.onAnswer()}
    >
      <MoveDialog {...question} />
    </LazyDialog>
  )
  return { ask, dialog }
}
