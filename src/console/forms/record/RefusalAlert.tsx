/** Why a save was refused, above the form. */
import { useFormContext, useFormState } from 'react-hook-form'
import { NoticeArea } from '../../ui/notices/NoticeArea'
import { OF_RECORD } from './sentences'

export function RefusalAlert() {
  const { clearErrors } = useFormContext()
  const { root, [OF_RECORD]: ofRecord } = useFormState().errors
  const { refusal, detail } = (root ?? {}) as Partial<Record<'refusal' | 'detail', { message: string }>>
  const text = refusal?.message ?? (ofRecord?.message as string | undefined)
  const notice = text ? ({ tone: 'error', text, detail: detail?.message } as const) : undefined
  return <NoticeArea role="alert" notice={notice} onClose={() => clearErrors(['root', OF_RECORD])} />
}
