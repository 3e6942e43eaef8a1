/**
 * The props of a button that is disabled but keeps the keyboard's focus. `disabled` would drop it when the button's own
 * press disables it (the last page, the reset), and the next key would go nowhere.
 */
export const focusableWhenDisabled = (isDisabled: boolean) =>
  isDisabled
    ? ({
        'aria-disabled': true,
        onClick: undefined,
        style: { opacity: 0.4, cursor: 'default' },
      } as const)
    : {}
