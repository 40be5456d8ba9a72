// SPDX-License-Identifier: GPL-3.0-or-later
// One step of gravitation between all pairs of bodies. The settings come as a struct.

struct Settings {
    float step;
    float softening;
    int bodies;
};

__global__ void nbody(float4* position, float3* velocity, float4* moved, Settings settings) {
    extern __shared__ float4 near[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = i < settings.bodies ? position[i] : make_float4(0, 0, 0, 0);
    float3 pull = make_float3(0, 0, 0);
    for (int first = 0; first < settings.bodies; first += blockDim.x) {
        const int other = first + threadIdx.x;
        near[threadIdx.x] = other < settings.bodies ? position[other] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j) {
            const float dx = near[j].x - me.x;
            const float dy = near[j].y - me.y;
            const float dz = near[j].z - me.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + settings.softening);
            const float strength = near[j].w * inverse * inverse * inverse;
            pull.x += strength * dx;
            pull.y += strength * dy;
            pull.z += strength * dz;
        }
        __syncthreads();
    }
    if (i >= settings.bodies) return;
    float3 v = velocity[i];
    v.x += pull.x * settings.step;
    v.y += pull.y * settings.step;
    v.z += pull.z * settings.step;
    velocity[i] = v;
    moved[i] = make_float4(me.x + v.x * settings.step, me.y + v.y * settings.step, me.z + v.z * settings.step, me.w);
}
