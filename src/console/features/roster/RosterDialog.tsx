/** Bulk registration: download a sample, fill it in, upload it (§2 Roster dialog). */
import { useTranslate } from 'ra-core'
import { useFleet } from '../../api/fleet'
import { useMayAccess } from '../../auth/access'
import type { ActionDialogProps } from '../../feature'
import { SheetDialog } from '../sheets'

export default function RosterDialog({ onClose }: ActionDialogProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const mayRegister = useMayAccess()('devices', 'create')
  return (
    <SheetDialog
      title={translate('roster.dialog.title')}
      help={translate('roster.dialog.help')}
      download={{
        label: translate('roster.dialog.sample'),
        done: translate('roster.dialog.downloaded'),
        get: () => fleet.downloadRosterSample(),
      }}
      upload={{
        // Whom the server refuses it need not tell how the sheet would have to be.
        checked: mayRegister,
        send: async (file, watch) => {
          const answer = await fleet.uploadRoster(file, watch)
          // A server of §7 alone returns no number.
          const added = answer?.payload?.added
          return {
            text: translate('roster.dialog.done'),
            detail: added === undefined ? undefined : translate('roster.dialog.added', { count: added }),
          }
        },
        late: translate('roster.dialog.late'),
      }}
      onClose={onClose}
    />
  )
}
