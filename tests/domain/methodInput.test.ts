import { describe, expect, it } from 'vitest'
import {
  choiceRows,
  choicesOfRows,
  choiceTitles,
  methodBounds,
  methodChoices,
  methodValueProblem,
  offersMethod,
} from '../../src/domain/methodInput'

const FALLBACK = { min: 0, max: 255 }

describe('A command', () => {
  it.each([
    [{ Type: 'number', Value: [1, 100] }, 1, 100],
    [{ Type: 'number', Value: ['10', '60'] }, 10, 60],
    [{ Type: 'number', Value: [5] }, 5, 255],
    [{ Type: 'number', Value: ['', 99] }, 0, 99],
    [{ Type: 'number', Value: [5, ' '] }, 5, 255],
    [{ Type: 'text' }, 0, 255],
    [{ Type: 'text', Value: ['a', 'b'] }, 0, 255],
  ])('with the content %j accepts %s to %s', (content, min, max) =>
    expect(methodBounds(content, FALLBACK)).toEqual({ min, max }),
  )

  it.each([
    [[0, 255], 'number', undefined],
    [['10', '60'], 'text', undefined],
    [[5, 5], 'number', undefined],
    [[9, 1], 'number', 'methodBounds'],
    [[5], 'number', 'methodPair'],
    [[1, 2, 3], 'number', 'methodPair'],
    [['on', 'off'], 'number', 'methodPair'],
    [['', 99], 'text', 'methodPair'],
    [[9, 1], 'array', undefined],
    [['on', 'off'], 'url', undefined],
    [[{}], 'array', 'methodValue'],
    ['0-255', 'number', 'methodValue'],
    [[9, 1], undefined, undefined],
  ])('with the value %j and the type %s has the problem %s', (value, type, problem) =>
    expect(methodValueProblem(value, type)).toBe(problem),
  )

  it('has choices with titles, which users edit as rows', () => {
    const title = { ko: '지금', en: 'Now' }
    const value = ['LTE', { const: 'NOW', title }]
    const content = { Type: 'array', Value: value }
    expect([methodChoices(content), choiceTitles(content)]).toEqual([['LTE', 'NOW'], { NOW: title }])
    expect(methodValueProblem([{ const: '', title }], 'array')).toBe('methodValue')
    const empty = { const: ' ', ko: 'x', en: '' }
    expect(choicesOfRows([...choiceRows(value), empty])).toEqual(value)
    expect(choicesOfRows([{ const: 'A', ko: '가', en: '' }])).toEqual([
      { const: 'A', title: { ko: '가', en: '가' } },
    ])
    expect([choicesOfRows([empty]), choiceRows('[')]).toEqual([null, []])
  })

  it('offers choices only if it is an array', () => {
    expect(methodChoices({ Type: 'array', Value: ['LTE', 3] })).toEqual(['LTE', '3'])
    expect(methodChoices({ Type: 'array' })).toEqual([])
    expect(methodChoices({ Type: 'number', Value: [0, 9] })).toEqual([])
  })

  it.each([
    ['VPN 재접속', {}, false],
    ['VPN 재접속', undefined, false],
    ['VPN 재접속', null, false],
    ['VPN 재접속', { server: '10.0.0.1' }, true],
    ['재부팅', {}, true],
    ['재부팅', { server: '10.0.0.1' }, true],
    ['모뎀 VPN 주소', {}, false],
  ])('"%s" is offered for a device with the VPN %j: %s', (caption, vpn, isOffered) =>
    expect(offersMethod({ caption }, { vpn })).toBe(isOffered),
  )
})
