// The types of what the page uses of htm and Preact, which come as one script without types.

export interface VNode {
	readonly type: unknown;
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(node: VNode, parent: Element): void;
export function useEffect(effect: () => undefined | void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => undefined | void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T | null): { current: T };
export function useState<T>(initial: T): [T, (change: T | ((before: T) => T)) => void];
