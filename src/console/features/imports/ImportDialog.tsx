/** Adds or changes the records of a list by a spreadsheet. */
import { Alert } from '@mui/material'
import { useResourceContext } from 'ra-core'
import { useState } from 'react'
import type { Imported, ImportMode } from '../../../contract/imports'
import type { CompiledImport, CompiledResource } from '../../../engine/compiled'
import { useFleet } from '../../api/fleet'
import { useMayAccess } from '../../auth/access'
import { useConfig, useTranslate } from '../../config'
import type { ActionDialogProps } from '../../feature'
import { useCounted } from '../../forms/listTexts'
import { ChangedToast } from '../bulk'
import { PurposeChoice, SheetDialog, useClearWord } from '../sheets'
import { ViewNew } from './ViewNew'

const MODES: readonly ImportMode[] = ['add', 'update', 'both']

/** The resource of accounts: a sheet has no passwords. */
const ACCOUNTS = 'clients'

export default function ImportDialog({ onClose }: ActionDialogProps) {
  const resource = useConfig().resources[useResourceContext() ?? '']
  if (!resource?.import) return null
  return <ResourceImport resource={resource} settings={resource.import} onClose={onClose} />
}

interface ResourceImportProps {
  resource: CompiledResource
  settings: CompiledImport
  onClose: () => void
}

function ResourceImport({ resource, settings: { key = '' }, onClose }: ResourceImportProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const may = useMayAccess()
  const counted = useCounted(resource)
  const word = useClearWord()
  const [mode, setMode] = useState<ImportMode>('add')
  const { name, label, fields } = resource
  const keyLabel = translate(fields[key]?.label)
  const modes = key && may(name, 'edit') ? MODES : MODES.slice(0, 1)

  const textOf = ({ added, changed }: Imported) => {
    if (added > 0 && changed > 0)
      return translate('import.done.both', { added: counted(added), changed: counted(changed) })
    if (added > 0) return translate('import.done.add', { records: counted(added) })
    return changed > 0
      ? translate('import.done.update', { records: counted(changed) })
      : translate('import.done.nothing')
  }
  const reportOf = (imported: Imported) => {
    const { added, changed, undo, undoSeconds } = imported
    const done = { records: added + changed, undoSeconds }
    return {
      text: textOf(imported),
      toast: (detail: string) => (
        <ChangedToast
          resource={resource}
          changeName={undo}
          done={done}
          text={textOf(imported)}
          detail={detail}
          undone="import.undone"
        >
          <ViewNew resource={resource} imported={imported} />
        </ChangedToast>
      ),
      toastSeconds: undoSeconds,
    }
  }
  return (
    <SheetDialog
      title={translate('import.title', { name: translate(label) })}
      help={translate(`import.help.${mode}`, { key: keyLabel, word })}
      download={{
        label: translate('roster.dialog.sample'),
        done: translate('roster.dialog.downloaded'),
        get: () => fleet.importSample(name),
      }}
      purpose={{
        name: mode,
        choice: (
          <>
            {modes.length > 1 && (
              <PurposeChoice
                purposes={modes}
                value={mode}
                label={option => `import.mode.${option}`}
                onChange={setMode}
              />
            )}
            {name === ACCOUNTS && mode !== 'update' && (
              <Alert severity="info" variant="outlined">
                {translate('import.noPassword')}
              </Alert>
            )}
          </>
        ),
      }}
      upload={{
        checked: name,
        ...(mode !== 'add' && {
          compare: (file, watch) => fleet.compareImport(name, mode, file, watch),
          key: keyLabel,
        }),
        adds: mode === 'both',
        send: async (file, watch, agreedCount) =>
          reportOf(
            await fleet.importSheet(name, mode, file, watch, mode === 'add' ? undefined : agreedCount),
          ),
        late: translate('import.late'),
      }}
      onClose={onClose}
    />
  )
}
