/** Entry point `synthgate/k8s`: a gateway as a chart of cdk8s, which your project installs. */
export { GatewayChart, type GatewayChartProps } from './gateway-chart';
