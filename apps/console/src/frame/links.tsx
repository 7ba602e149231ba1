import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

interface Address {
  readonly href?: string;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link within the console. */
export const PageLink = createLink((props: AnchorProps & Address) => <Anchor {...props} />);

/** A link within the console that looks like a button. */
export const PageButton = createLink((props: Omit<ButtonProps, 'type'> & Address) => (
  <Button component="a" {...props} />
));
