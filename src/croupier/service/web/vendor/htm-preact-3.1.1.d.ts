// The types of what the page uses of htm and Preact, which come as one script without types.

export interface VNode {
	readonly type: unknown;
}

/** What stands in a hole of a template: a value, or a handler, whose event is what the browser makes it. */
export type Hole = ((...args: any[]) => unknown) | object | string | number | bigint | boolean | null | undefined;

export function html(strings: TemplateStringsArray, ...values: Hole[]): VNode;
export function render(node: VNode, parent: Element): void;
export function useEffect(effect: () => undefined | void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => undefined | void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T | null): { current: T };
export function useState<T>(initial: T): [T, (change: T | ((before: T) => T)) => void];
