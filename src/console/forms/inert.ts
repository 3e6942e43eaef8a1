/**
 * A button that has nothing to do just now. `disabled` would drop the keyboard's focus when the button's own press brings it
 * about (the last page, the reset): the next key would go nowhere. Say it to screen readers, look like it, and do nothing.
 */
export const inert = (nothingToDo: boolean) =>
  nothingToDo
    ? ({
        'aria-disabled': true,
        onClick: undefined,
        style: { opacity: 0.4, cursor: 'default' },
      } as const)
    : {}
