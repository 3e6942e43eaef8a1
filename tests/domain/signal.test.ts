import { expect, it } from 'vitest'
import { signalGrade } from '../../src/domain/signal'

const THRESHOLDS = { primary: -80, success: -90, warning: -100 }

it.each([
  [-80, 'primary'],
  [-81, 'success'],
  [-90, 'success'],
  [-100, 'warning'],
  [-101, 'danger'],
  [5, 'primary'],
  [0, undefined],
  [undefined, undefined],
  [Number.NaN, undefined],
])('The dot of a signal of %s dBm is %s', (rsrp, grade) => expect(signalGrade(rsrp, THRESHOLDS)).toBe(grade))
