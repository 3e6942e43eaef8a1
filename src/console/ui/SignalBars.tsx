/** The strength of a signal: four bars, filled according to its grade, and the figure in dBm. */
import type { SignalGrade } from '../../domain/signal'
import { useTip } from './text/useTip'

const FILLED_BARS: Readonly<Record<SignalGrade, number>> = { primary: 4, success: 3, warning: 2, danger: 1 }

interface SignalBarsProps {
  grade: SignalGrade
  /** The figure without its unit. */
  figure: string
  /** The full name, such as "신호 좋음 −76 dBm": read out, and shown in a tooltip. */
  description: string
}

export function SignalBars({ grade, figure, description }: SignalBarsProps) {
  const { props, tip } = useTip(description)
  return (
    <>
      <span className="signal" {...props}>
        <svg aria-hidden data-colour className={`signal-bars signal-${grade}`} viewBox="0 0 15 12">
          {[0, 1, 2, 3].map(bar => (
            <rect
              key={bar}
              x={bar * 4}
              y={9 - bar * 3}
              width={3}
              height={3 + bar * 3}
              className={bar < FILLED_BARS[grade] ? undefined : 'signal-empty'}
            />
          ))}
        </svg>
        <span aria-hidden>
          {figure} <span className="unit">dBm</span>
        </span>
        <span className="visually-hidden">{description}</span>
      </span>
      {tip}
    </>
  )
}
