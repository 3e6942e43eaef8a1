/** A coloured dot with a word, so that the colour is not the only sign of a state. */
import { useTranslate } from 'ra-core'
import type { ComponentProps } from 'react'
import { useTip } from './text/useTip'

export type Tone = 'primary' | 'success' | 'warning' | 'danger' | 'neutral' | 'hollow'

interface Props {
  tone: Tone
  /** The word beside the dot. */
  label: string
  /** The full name, such as "신호 좋음 −76 dBm": read out and shown in a tooltip instead of the word. */
  description?: string
}

export const StatusDot = ({ description, ...props }: Props) =>
  description ? <Described {...props} description={description} /> : <Dot {...props} />

function Described({ description, ...props }: Props & { description: string }) {
  const { props: tipProps, tip } = useTip(description)
  return (
    <>
      <Dot {...props} description={description} {...tipProps} />
      {tip}
    </>
  )
}

const Dot = ({ tone, label, description, ...props }: Props & ComponentProps<'span'>) => (
  <span className="status" {...props}>
    <span aria-hidden data-colour className={`status-dot status-dot-${tone}`} />
    {description ? (
      <>
        <span aria-hidden>{label}</span>
        <span className="visually-hidden">{description}</span>
      </>
    ) : (
      <span>{label}</span>
    )}
  </span>
)

/** Whether a device is online (§4). */
export function OnlineDot({ online }: { online: boolean }) {
  const translate = useTranslate()
  return (
    <StatusDot
      tone={online ? 'success' : 'neutral'}
      label={translate(`orders.connectivity.${online ? 'linked' : 'closed'}`)}
    />
  )
}
