/** How each format of config is shown. A format without a cell does not compile (`engine/registry.ts`). */
import type { ComponentType } from 'react'
import type { FormatName } from '../../../engine/registry'
import type { CellProps } from './cell'
import { ConnectionCell } from './connection'
import {
  BadgeCell,
  ColorCell,
  DotCell,
  EmailCell,
  ImageCell,
  LinkCell,
  ReferenceCell,
  SignalCell,
} from './marked'
import {
  BrnCell,
  ChoiceCell,
  CountCell,
  IdentifierCell,
  JsonCell,
  LevelCell,
  PhoneCell,
  PositiveCell,
  SerialCell,
  TextCell,
  YesNoCell,
} from './plain'
import { DateCell, DeviceTimeCell, TimeCell } from './times'

export const CELLS: Record<FormatName, ComponentType<CellProps>> = {
  text: TextCell,
  identifier: IdentifierCell,
  phone: PhoneCell,
  brn: BrnCell,
  serial: SerialCell,
  deviceTime: DeviceTimeCell,
  time: TimeCell,
  date: DateCell,
  positive: PositiveCell,
  count: CountCell,
  signal: SignalCell,
  connection: ConnectionCell,
  dot: DotCell,
  yesNo: YesNoCell,
  choice: ChoiceCell,
  level: LevelCell,
  reference: ReferenceCell,
  badge: BadgeCell,
  link: LinkCell,
  email: EmailCell,
  color: ColorCell,
  image: ImageCell,
  json: JsonCell,
}
