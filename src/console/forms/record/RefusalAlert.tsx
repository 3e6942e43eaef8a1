/** Why a save was refused, above the form. */
import { useFormContext, useFormState } from 'react-hook-form'
import { NoticeArea } from '../../ui/notices/NoticeArea'

export function RefusalAlert() {
  const { clearErrors } = useFormContext()
  const { root } = useFormState().errors
  const { refusal, detail } = (root ?? {}) as Partial<Record<'refusal' | 'detail', { message: string }>>
  const notice = refusal && ({ tone: 'error', text: refusal.message, detail: detail?.message } as const)
  return <NoticeArea role="alert" notice={notice} onClose={() => clearErrors('root')} />
}
