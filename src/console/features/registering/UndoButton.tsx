/** Takes an order back while no device has it yet: counts down to the end of its hold, and goes with it. */
import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/serverClock'
import { useFleet } from '../../api/verbs'
import { useSingleFlight } from '../../ui/useSingleFlight'
import type { RegisteredOrder } from './useRegister'

export type Undone =
  | { kind: 'cancelled'; count: number }
  /** Too late, or this server cannot. */
  | { kind: 'late' }
  | { kind: 'failed'; reason: string }

interface UndoButtonProps {
  order: RegisteredOrder
  onUndone: (undone: Undone) => void
}

export function UndoButton({ order, onUndone }: UndoButtonProps) {
  const translate = useTranslate()
  const seconds = useSecondsLeft(order.holdUntil)
  const { mutateAsync: undo, isPending } = useUndo(order)
  const press = useSingleFlight(async () => onUndone(await undo()))
  if (order.id === undefined || (seconds <= 0 && !isPending)) return null
  return (
    <Button
      color="inherit"
      size="small"
      variant="outlined"
      className="tabular"
      loading={isPending}
      onClick={() => void press()}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {/* The number is for the eye: read out every second it would drown everything else. */}
      {translate('compose.undo.button')}
      <span aria-hidden>&nbsp;{translate('compose.undo.left', { seconds })}</span>
    </Button>
  )
}

function useUndo({ id = 0 }: RegisteredOrder) {
  const fleet = useFleet()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<Undone> => {
      try {
        const answer = await fleet.cancelOrder(id)
        void queries.invalidateQueries({ queryKey: ['orders'] })
        return answer?.cancelled ? { kind: 'cancelled', count: answer.cancelled } : { kind: 'late' }
      } catch (error) {
        return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
      }
    },
  })
}

/** What is said of an order that was taken back, or could not be. */
export function saidOf(result: Undone, translate: ReturnType<typeof useTranslate>) {
  if (result.kind === 'cancelled') {
    const count = result.count.toLocaleString('ko-KR')
    return { tone: 'info', text: translate('compose.undo.done', { count }) } as const
  }
  const text = result.kind === 'late' ? translate('compose.undo.late') : result.reason
  return { tone: 'error', text } as const
}

/** How long an order is still held, in milliseconds. */
export const holdLeft = (holdUntil: string | undefined): number =>
  holdUntil ? Math.max(0, Date.parse(holdUntil) - serverNow().getTime()) : 0

function useSecondsLeft(holdUntil: string | undefined): number {
  const [left, setLeft] = useState(() => holdLeft(holdUntil))
  useEffect(() => {
    setLeft(holdLeft(holdUntil))
    if (!holdUntil) return
    const timer = setInterval(() => setLeft(holdLeft(holdUntil)), 250)
    return () => clearInterval(timer)
  }, [holdUntil])
  return Math.ceil(left / 1000)
}
