/**
 * Downloads the devices of a batch as a spreadsheet, and replaces them by an upload (§2, Devices dialog; decision 30).
 */
import { useResourceContext } from 'ra-core'
import type { FailureBody } from '../../api/client'
import { useFleet } from '../../api/fleet'
import type { ExpectedMoves } from '../../api/upload'
import { useMayAccess } from '../../auth/access'
import { useIsChangeable } from '../../changeable'
import { useConfig, useTranslate } from '../../config'
import type { ActionDialogProps } from '../../feature'
import { nameOfRecord } from '../../forms/list/FieldCell'
import { SheetDialog, useReadingNotes } from '../sheets'

export default function DevicesDialog({ record, onClose }: ActionDialogProps) {
  const { resources, app } = useConfig()
  const resource = resources[useResourceContext() ?? '']
  const mayAccess = useMayAccess()
  const isChangeable = useIsChangeable()
  const translate = useTranslate()
  const fleet = useFleet()
  const readingNotes = useReadingNotes()
  if (!resource || !record) return null

  const mayReplace = mayAccess(resource.name, 'edit') && isChangeable(resource, record)
  const id = Number(record.id)
  const { messages } = resource
  return (
    <SheetDialog
      title={translate('records.devices.title', { name: nameOfRecord(resource, record) })}
      help={translate(mayReplace ? 'records.devices.replace' : 'records.devices.help')}
      download={{
        label: translate('records.devices.download'),
        done: translate(messages.downloaded) || translate('records.devices.downloaded'),
        get: () => fleet.downloadBatchDevices(id),
      }}
      {...(mayReplace && {
        upload: {
          send: async (file, watch, _count, confirmed) => {
            // The first request agrees to no moves: if there are any, the server refuses with their numbers.
            const agreedMoves = confirmed?.moves ?? { left: 0, joined: 0, regrouped: 0 }
            const response = await fleet.uploadBatchDevices(id, file, { ...watch, agreedMoves })
            // A basic server returns no numbers.
            const numbers = response?.payload
            const details = numbers
              ? [translate('records.devices.numbers', numbers), ...readingNotes(numbers)]
              : []
            return {
              text: translate(messages.uploaded) || translate('records.devices.uploaded'),
              ...(details.length > 0 && { detail: details.join(' ') }),
            }
          },
          questionOf: ({ code, leaving }) => {
            if (code !== 'batchDevices.leaving' || !leaving) return undefined
            const { left, joined, regrouped } = leaving
            const { kind, count } = severestMove(leaving)
            const numbers = numbersOf(leaving)
            const body = [translate(`records.devices.${kind}.body`, numbers)]
            if (kind !== 'regrouping' && regrouped > 0)
              body.push(translate('records.devices.regrouped', numbers))
            return {
              question: translate(`records.devices.${kind}.question`, numbers),
              body: body.join(' '),
              yes: translate('records.devices.leaving.yes'),
              count,
              moves: { left, joined, regrouped },
              isMany: count > app.limits.confirmTargets,
            }
          },
          detailOf: ({ leaving }) => leaving && translate('records.devices.beside', numbersOf(leaving)),
          late: translate('records.devices.late'),
        },
      })}
      onClose={onClose}
    />
  )
}

/** The kind of move that the question asks about, and its number of devices. */
function severestMove({ left, joined, regrouped }: ExpectedMoves) {
  if (left > 0) return { kind: 'leaving', count: left }
  if (joined > 0) return { kind: 'joining', count: joined }
  return { kind: 'regrouping', count: regrouped }
}

/** The numbers of the messages, formatted; `stays` is the number of devices that remain in the batch. */
const numbersOf = (moves: NonNullable<FailureBody['leaving']>) =>
  Object.fromEntries(
    Object.entries({ ...moves, stays: moves.before - moves.left }).map(([name, number]) => [
      name,
      number.toLocaleString('ko-KR'),
    ]),
  )
