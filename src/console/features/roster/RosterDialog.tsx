/** Registers devices from a spreadsheet, or changes registered ones (§2 Roster dialog). */
import { ListContext, useTranslate } from 'ra-core'
import { useContext, useState } from 'react'
import type { FormerSecrets } from '../../../contract/deviceSecrets'
import type { RosterDifferences } from '../../../contract/devices'
import { useFleet } from '../../api/fleet'
import { useMayAccess } from '../../auth/access'
import { useConfig } from '../../config'
import type { ActionDialogProps } from '../../feature'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { BulkDialog, type Chosen } from '../bulk'
import { FormerSecretsChoice } from '../deviceSecrets'
import { PurposeChoice, SheetDialog, useClearWord } from '../sheets'
import { Registered } from './Registered'

const PURPOSES = ['register', 'update'] as const
type Purpose = (typeof PURPOSES)[number]

export default function RosterDialog({ onClose }: ActionDialogProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const may = useMayAccess()
  const { resources } = useConfig()
  const word = useClearWord()
  const [purpose, setPurpose] = useState<Purpose>('register')
  const [movedSecrets, setMovedSecrets] = useState<RosterDifferences['former_secrets']>()
  const [formerSecrets, setFormerSecrets] = useState<FormerSecrets>('firstUse')
  const [devicesToGroup, setDevicesToGroup] = useState<Chosen>()
  // A basic server (§7 only) cannot change devices, and its records lack `updated`.
  const canServerUpdate =
    useContext(ListContext)?.data?.some(({ updated }) => typeof updated === 'string') ?? false
  const register = {
    // Without the permission to register, the sheet is not checked: the server refuses the whole upload.
    checked: may('devices', 'create') ? 'devices' : undefined,
    send: async (file: File, watch: Parameters<typeof fleet.uploadRoster>[1]) => {
      const response = await fleet.uploadRoster(file, watch)
      // A basic server returns no number.
      const { added, created } = response?.payload ?? {}
      return {
        text: translate('roster.dialog.done'),
        detail: added === undefined ? undefined : translate('roster.dialog.added', { count: added }),
        next: added !== undefined && created !== undefined && (
          <Registered count={added} created={created} onGroup={setDevicesToGroup} onLeave={onClose} />
        ),
      }
    },
    // Shown if the upload was cancelled too late.
    late: translate('roster.dialog.late'),
  }
  const update = {
    checked: 'devices',
    compare: async (file: File, watch: Parameters<typeof fleet.compareRoster>[1]) => {
      const differences = await fleet.compareRoster(file, watch)
      setMovedSecrets(differences.former_secrets)
      setFormerSecrets('firstUse')
      return differences
    },
    choice: movedSecrets && (
      <LazyPart>
        <FormerSecretsChoice
          devices={movedSecrets.devices}
          afterDays={movedSecrets.after_days}
          value={formerSecrets}
          onChange={setFormerSecrets}
        />
      </LazyPart>
    ),
    send: async (file: File, watch: Parameters<typeof fleet.uploadRoster>[1], agreedCount: number) => {
      const { payload } = await fleet.updateByRoster(file, {
        ...watch,
        changing: agreedCount,
        former_secrets: movedSecrets && formerSecrets,
      })
      return {
        text: translate('roster.update.done', { count: payload.changed.toLocaleString('ko-KR') }),
        detail: undefined,
      }
    },
    late: translate('roster.update.late'),
  }
  if (devicesToGroup && resources.devices)
    return (
      <BulkDialog
        name="moveBatch"
        resource={resources.devices}
        {...devicesToGroup}
        onClose={onClose}
        onDone={onClose}
      />
    )

  const offersUpdate = canServerUpdate && may('devices', 'edit')
  const mayUpload = may('devices', 'create') || may('devices', 'edit')
  const helpForUpload = purpose === 'update' ? 'roster.update.help' : 'roster.dialog.help'
  const help = mayUpload ? helpForUpload : 'roster.dialog.denied'
  return (
    <SheetDialog
      title={translate('roster.dialog.title')}
      help={translate(help, { word })}
      download={{
        label: translate('roster.dialog.sample'),
        done: translate('roster.dialog.downloaded'),
        get: () => fleet.downloadRosterSample(),
      }}
      purpose={{
        name: purpose,
        // May appear while the dialog is open: `canServerUpdate` needs one device in the list.
        choice: offersUpdate && (
          <PurposeChoice
            purposes={PURPOSES}
            value={purpose}
            label={name => `roster.purpose.${name}`}
            onChange={setPurpose}
          />
        ),
      }}
      {...(mayUpload && { upload: purpose === 'update' ? update : register })}
      onClose={onClose}
    />
  )
}
