/** The devices of a batch as a spreadsheet, and back (§2, Devices dialog; decision 30). */
import { useResourceContext, useTranslate } from 'ra-core'
import { useFleet } from '../../api/fleet'
import { useMayAccess } from '../../auth/access'
import { useConfig, useWords } from '../../config'
import type { ActionDialogProps } from '../../feature'
import { nameOfRecord } from '../../forms/list/FieldCell'
import { SheetDialog } from '../sheets'

export default function DevicesDialog({ record, onClose }: ActionDialogProps) {
  const { resources, app } = useConfig()
  const resource = resources[useResourceContext() ?? '']
  const mayReplace = useMayAccess()(resource?.name ?? '', 'edit')
  const translate = useTranslate()
  const words = useWords()
  const fleet = useFleet()
  if (!resource || !record) return null

  const id = Number(record.id)
  const { messages } = resource
  return (
    <SheetDialog
      title={translate('records.devices.title', { name: nameOfRecord(resource, record) })}
      help={translate(mayReplace ? 'records.devices.replace' : 'records.devices.help')}
      download={{
        label: translate('records.devices.download'),
        done: words(messages.downloaded) || translate('records.devices.downloaded'),
        get: () => fleet.downloadBatchDevices(id),
      }}
      {...(mayReplace && {
        upload: {
          send: async (file, watch, _agreed, question) => {
            // Before the question nothing is agreed to: the server answers with the numbers.
            const agreed = question?.moves ?? { left: 0, joined: 0 }
            const answer = await fleet.uploadBatchDevices(id, file, { ...watch, agreed })
            // A basic server returns no numbers.
            const numbers = answer?.payload
            return {
              text: words(messages.uploaded) || translate('records.devices.uploaded'),
              ...(numbers ? { detail: translate('records.devices.numbers', numbers) } : {}),
            }
          },
          questionOf: ({ code, leaving }) => {
            if (code !== 'batchDevices.leaving' || !leaving) return undefined
            const { left, joined } = leaving
            const stays = leaving.before - left
            const moving = left || joined
            const sentence = left > 0 ? 'leaving' : 'joining'
            const numbers = Object.fromEntries(
              Object.entries({ ...leaving, stays }).map(([name, number]) => [
                name,
                number.toLocaleString('ko-KR'),
              ]),
            )
            return {
              question: translate(`records.devices.${sentence}.question`, numbers),
              body: translate(`records.devices.${sentence}.body`, numbers),
              yes: translate('records.devices.leaving.yes'),
              agreed: moving,
              moves: { left, joined },
              isMany: moving > app.limits.confirmTargets,
            }
          },
          late: translate('records.devices.late'),
        },
      })}
      onClose={onClose}
    />
  )
}
